# file: main.py
import torch

from hyper import Hyper


def batches(number):
    for _ in range(number):
        x = torch.randn(12, 3)
        yield x, x.prod(1)


def main():
    torch.manual_seed(0)
    net = Hyper()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(2):
        net.generate(torch.tensor([float(epoch)]))  #~ backward-twice
        for x, y in batches(3):
            loss = (net(x) - y).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: hyper.py
import torch
from torch import nn


class Hyper(nn.Module):
    """A network that writes the weights of another one."""

    def __init__(self, inputs=3, width=6):
        super().__init__()
        self.shape = (inputs, width)
        self.writer = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, inputs * width))
        self.out = nn.Linear(width, 1)
        self.weights = None

    def generate(self, condition):
        self.weights = self.writer(condition).view(self.shape)  #! decoy

    def forward(self, x):
        return self.out(torch.tanh(x @ self.weights)).squeeze(1)
