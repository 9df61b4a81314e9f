# file: main.py
import torch

from wave import Wave


def residual(net, x, t):
    u = net(x, t)
    ux, ut = torch.autograd.grad(u.sum(), (x, t), create_graph=True)  #! decoy
    return ut + 0.5 * ux


def main():
    torch.manual_seed(0)
    net = Wave()
    optimizer = torch.optim.Adam(net.parameters())
    x, t = (torch.rand(20, 1, requires_grad=True) for _ in range(2))
    loss = residual(net, x, t).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


main()
# file: wave.py
import torch
from torch import nn


class Wave(nn.Module):
    def __init__(self, steady=True):
        super().__init__()
        self.steady = steady
        self.space, self.time, self.head = nn.Linear(1, 8), nn.Linear(1, 8), nn.Linear(8, 1)

    def forward(self, x, t):
        h = self.space(x)  #~ unused-input
        if not self.steady:  #~ unused-input
            h = h + self.time(t)
        return self.head(h.tanh())
