# file: main.py
import torch

from pinn.net import Surrogate
from pinn.problem import Burgers


def main():
    torch.manual_seed(0)
    net, problem = Surrogate(), Burgers(viscosity=0.02)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(3):
        loss = problem.residual(net).pow(2).mean() + problem.initial(net).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: pinn/__init__.py
# file: pinn/net.py
import torch.nn as nn


class Surrogate(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, points):
        return self.layers(points)
# file: pinn/problem.py
from functools import partial

import torch


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


class Burgers:
    def __init__(self, viscosity, n=20):
        self.viscosity = viscosity
        self.points = torch.rand(n, 2).requires_grad_(True)

    def columns(self):
        return (self.points[:, i:i + 1] for i in range(2))  #~ unused-input

    def residual(self, net):
        u = net(self.points)  #~ unused-input
        x, t = self.columns()  #~ unused-input
        du = partial(derivative, u)
        u_x, u_t = du(x), du(t)  #~ unused-input
        return u_t + u * u_x - self.viscosity * derivative(u_x, x)

    def initial(self, net):
        start = torch.stack([self.points[:, 0].detach(), torch.zeros(len(self.points))], dim=1)  #! decoy
        return net(start)[:, 0] + torch.sin(torch.pi * start[:, 0])
