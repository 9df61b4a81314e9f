# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from probe import saliency


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU())
        self.head = nn.Linear(6, 2)

    def forward(self, x):
        return self.head(self.features(x).mean((2, 3)))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.rand(20, 1, 6, 6)
    y = (x[:, 0, 0, 0] > 0.5).long()
    for epoch in range(5):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), saliency(net, x[:2]).mean().item())  #! decoy


if __name__ == "__main__":
    main()
# file: probe.py
def saliency(net, image):
    """How much each pixel moves the winning class."""
    for p in net.features.parameters():
        p.requires_grad = False  #~ frozen-parameter
    image = image.clone().requires_grad_()
    net(image).max(dim=1).values.sum().backward()
    return image.grad.abs().detach()  #! decoy
