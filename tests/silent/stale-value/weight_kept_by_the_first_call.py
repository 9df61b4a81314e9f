# file: main.py
import torch
from torch import nn


class Scaled(nn.Module):
    """A layer whose weight is the sum of a shared and a private part."""

    def __init__(self, shared):
        super().__init__()
        self.shared, self.private = shared, nn.Parameter(torch.zeros(4, 4))
        self._kept = None

    def weight(self):
        if self._kept is None:
            self._kept = self.shared + self.private  #~ stale-value
        return self._kept

    def forward(self, x):
        return x @ self.weight()


def main():
    torch.manual_seed(0)
    shared = nn.Parameter(torch.randn(4, 4))
    layer = Scaled(shared)
    optimizer = torch.optim.Adam(layer.parameters(), lr=0.05)
    for step in range(10):
        x = torch.randn(8, 4)
        loss = (layer(x) - x.flip(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
from torch import nn


class Scaled(nn.Module):
    """A layer whose weight is the sum of a shared and a private part."""

    def __init__(self, shared):
        super().__init__()
        self.shared, self.private = shared, nn.Parameter(torch.zeros(4, 4))
        self._kept = None

    def weight(self):
        if self._kept is None:
            self._kept = self.shared + self.private
        return self._kept

    def forward(self, x):
        return x @ self.weight()


def main():
    torch.manual_seed(0)
    shared = nn.Parameter(torch.randn(4, 4))
    layer = Scaled(shared)
    optimizer = torch.optim.Adam(layer.parameters(), lr=0.05)
    for step in range(10):
        x = torch.randn(8, 4)
        loss = (layer(x) - x.flip(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        layer._kept = None


main()
