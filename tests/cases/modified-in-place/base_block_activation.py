# file: main.py
import torch
import torch.nn as nn

from blocks import ConvGated, DenseGated


def main():
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Conv1d(1, 4, 3, padding=1), ConvGated(4), nn.AdaptiveAvgPool1d(2), nn.Flatten(), DenseGated(8), nn.Linear(8, 2)
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(3):
        x = torch.randn(5, 1, 12)
        loss = nn.functional.cross_entropy(model(x), (x.mean((1, 2)) > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: base.py
import torch.nn as nn


class GatedBase(nn.Module):
    """Subclasses define `body` and `gate`; the activation is shared by all of them."""

    def __init__(self):
        super().__init__()
        self.act = nn.Hardtanh(-3, 3, inplace=True)  #~ modified-in-place

    def forward(self, x):
        gate = self.gate(x)
        strength = gate * gate
        return self.body(x) * self.act(gate) + strength  #~ modified-in-place
# file: blocks.py
import torch.nn as nn

from base import GatedBase


class ConvGated(GatedBase):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(channels, channels, 3, padding=1), nn.ReLU(inplace=True))  #! decoy
        self.gate = nn.Conv1d(channels, channels, 1)


class DenseGated(GatedBase):
    def __init__(self, features):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, features), nn.ReLU(inplace=True))  #! decoy
        self.gate = nn.Linear(features, features)
