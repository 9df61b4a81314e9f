# file: quiet.py
import torch

from model import Regressor


def main():
    torch.manual_seed(0)
    net = Regressor()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(6):
        x = torch.randn(16, 4)
        out = net(x)
        out.retain_grad()
        loss = (out[:, 0] - x.sum(dim=1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        by_hand = out.grad
        with torch.no_grad():
            for layer in reversed(net.layers):
                by_hand = layer.backward(by_hand)
        optimizer.step()
        print(step, loss.item(), by_hand.abs().max().item())


if __name__ == "__main__":
    main()
# file: model.py
from torch import nn

from layers import Affine, Gate


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Affine(4, 8), Gate(), Affine(8, 1)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
# file: layers.py
from torch import nn


class Affine(nn.Linear):
    def backward(self, grad):
        return grad @ self.weight


class Gate(nn.Module):
    """Lets positive values pass; the mask is kept for the derivative."""

    def forward(self, x):
        self.passed = x > 0
        return x * self.passed

    def backward(self, grad):
        return grad * self.passed
