# file: main.py
import torch

from net import Potential
from sampling import boundary_points, interior_points


def normal_derivative(net, pts):
    u = net(pts)
    (g,) = torch.autograd.grad(u.sum(), pts, create_graph=True)
    return g[:, 0]


def laplacian(net, pts):
    u = net(pts)
    (g,) = torch.autograd.grad(u.sum(), pts, create_graph=True)
    total = 0.0
    for i in range(2):
        (h,) = torch.autograd.grad(g[:, i].sum(), pts, create_graph=True)
        total = total + h[:, i]
    return total


def main():
    torch.manual_seed(0)
    net = Potential()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(4):
        inner = laplacian(net, interior_points(64)).pow(2).mean()
        edge = (normal_derivative(net, boundary_points(16)) - 1).pow(2).mean()
        loss = inner + 10 * edge
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: net.py
import torch.nn as nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 20), nn.Tanh(), nn.Linear(20, 20), nn.Tanh(), nn.Linear(20, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)
# file: sampling.py
import torch


def interior_points(n):
    return torch.rand(n, 2, requires_grad=True)


def boundary_points(n):
    y = torch.rand(n, requires_grad=True)
    side = torch.ones(n)
    return torch.stack([side, y.detach()], dim=1)  #~ detached-tensor|leaf-without-grad
