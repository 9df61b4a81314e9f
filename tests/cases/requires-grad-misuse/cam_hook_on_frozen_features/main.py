import torch
import torch.nn as nn
import torch.nn.functional as F

from cam import GradCam


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 8, 3, padding=1))
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(F.relu(self.features(x)).mean((2, 3)))


def pretrain(net):
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(5):
        x, y = torch.randn(8, 1, 8, 8), torch.randint(0, 3, (8,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    for p in net.parameters():
        p.requires_grad_(False)  #~ frozen-parameter|hook-registration
    return net.eval()


def main():
    torch.manual_seed(0)
    net = pretrain(Net())
    cam = GradCam(net, net.features[2])
    images = torch.randn(2, 1, 8, 8)  #~ leaf-without-grad|hook-registration
    for i in range(2):
        print(cam(images[i:i + 1]).shape)


main()
