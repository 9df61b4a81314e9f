# file: main.py
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
# file: cam.py
import torch.nn.functional as F


class GradCam:
    def __init__(self, net, layer):
        self.net = net
        layer.register_forward_hook(self.keep)

    def keep(self, module, args, out):
        self.activation = out.detach()  #! decoy
        out.register_hook(self.keep_gradient)  #~ requires-grad-misuse|hook-registration

    def keep_gradient(self, grad):
        self.gradient = grad

    def __call__(self, image):
        logits = self.net(image)
        logits[0, logits.argmax()].backward()
        weights = self.gradient.mean((2, 3), keepdim=True)
        return F.relu((weights * self.activation).sum(1))
