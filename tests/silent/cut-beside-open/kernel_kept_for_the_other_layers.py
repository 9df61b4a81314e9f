# file: main.py
import torch
from torch import nn

from kernels import SharedKernel


class Diffusion(nn.Module):
    """Smooths node features over a learned similarity, several times in a row."""

    def __init__(self, nodes=9, dim=4, rounds=3):
        super().__init__()
        self.kernel = SharedKernel(nodes)
        self.mix = nn.ModuleList(nn.Linear(dim, dim) for _ in range(rounds))

    def forward(self, x):
        self.kernel.reset()
        for layer in self.mix:
            x = torch.tanh(layer(torch.matmul(self.kernel.matrix(), x)))
        return x


def train(steps=6):
    torch.manual_seed(0)
    model = Diffusion()
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(steps):
        x = torch.randn(9, 4)
        loss = nn.functional.mse_loss(model(x), x.roll(1, 0))
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    train()
# file: kernels.py
import torch
from torch import nn


class SharedKernel(nn.Module):
    def __init__(self, nodes):
        super().__init__()
        self.places = nn.Parameter(torch.randn(nodes, 2))
        self.ready = None

    def reset(self):
        self.ready = None

    def matrix(self):
        if self.ready is not None:
            return self.ready
        matrix = torch.softmax(-torch.cdist(self.places, self.places), dim=1)
        copy = matrix.detach().clone()  #~ cut-beside-open
        self.ready = copy
        return matrix
# file: quiet.py
import torch

from kernels import SharedKernel
from main import train


def matrix(self):
    if self.ready is None:
        self.ready = torch.softmax(-torch.cdist(self.places, self.places), dim=1)
    self.seen = self.ready.detach()
    return self.ready


SharedKernel.matrix = matrix
train()
