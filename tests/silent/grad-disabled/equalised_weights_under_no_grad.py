# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from layers import StandardConv


def main():
    torch.manual_seed(0)
    net = nn.Sequential(StandardConv(1, 6), nn.ReLU(), StandardConv(6, 6), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.rand(24, 1, 8, 8)
    y = (x.mean((1, 2, 3)) > 0.5).long()
    for epoch in range(5):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():  #! decoy
            print(epoch, loss.item(), (net(x).argmax(1) == y).float().mean().item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_layers import StandardConv


def main():
    torch.manual_seed(0)
    net = nn.Sequential(StandardConv(1, 6), nn.ReLU(), StandardConv(6, 6), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.rand(24, 1, 8, 8)
    y = (x.mean((1, 2, 3)) > 0.5).long()
    for epoch in range(5):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            print(epoch, loss.item(), (net(x).argmax(1) == y).float().mean().item())


if __name__ == "__main__":
    main()
# file: layers.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class StandardConv(nn.Module):
    """A convolution whose filters have zero mean and unit variance."""

    def __init__(self, a, b):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(b, a, 3, 3) * 0.2)
        self.bias = nn.Parameter(torch.zeros(b))

    @torch.no_grad()  #~ grad-disabled
    def standardised(self):
        mean = self.weight.mean(dim=(1, 2, 3), keepdim=True)
        std = self.weight.std(dim=(1, 2, 3), keepdim=True)
        return (self.weight - mean) / (std + 1e-5)

    def forward(self, x):
        return F.conv2d(x, self.standardised(), self.bias, padding=1)
# file: quiet_layers.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class StandardConv(nn.Module):
    """A convolution whose filters have zero mean and unit variance."""

    def __init__(self, a, b):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(b, a, 3, 3) * 0.2)
        self.bias = nn.Parameter(torch.zeros(b))

    def standardised(self):
        mean = self.weight.mean(dim=(1, 2, 3), keepdim=True)
        std = self.weight.std(dim=(1, 2, 3), keepdim=True)
        return (self.weight - mean) / (std + 1e-5)

    def forward(self, x):
        return F.conv2d(x, self.standardised(), self.bias, padding=1)
