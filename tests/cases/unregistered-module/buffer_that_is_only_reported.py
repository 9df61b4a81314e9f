# file: main.py
import torch

from gain import Gain


def main():
    torch.manual_seed(0)
    gain = Gain(4)
    print({name: value.norm().item() for name, value in gain.state().items()})
    optimizer = torch.optim.SGD(gain.parameters(), lr=0.05)
    for step in range(4):
        loss = (gain(torch.randn(16, 4)) - 1).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
# file: gain.py
import torch
from torch import nn


class Gain(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("gain", torch.ones(size, requires_grad=True))  #~ unregistered-module
        self.register_buffer("count", torch.zeros(()))

    def state(self):
        return {"gain": self.gain, "count": self.count}

    def forward(self, x):
        return x * self.gain
