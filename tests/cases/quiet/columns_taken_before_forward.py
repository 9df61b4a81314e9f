"""Derivatives by columns that the network itself was fed with, and a copy beside them for the plot."""

import torch
import torch.nn as nn


class Heat:
    def __init__(self, net, n=12):
        self.net = net
        self.points = torch.rand(n, 2)

    def residual(self):
        x, t = (self.points[:, i : i + 1].clone().requires_grad_() for i in range(2))
        u = self.net(torch.cat([x, t], dim=1))
        shown = x.clone().detach()
        u_x, u_t = torch.autograd.grad(u.sum(), [x, t], create_graph=True)
        u_xx = torch.autograd.grad(u_x.sum(), x, create_graph=True)[0]
        unused = torch.autograd.grad(u.sum(), [x, self.points.requires_grad_()], allow_unused=True, retain_graph=True)
        assert unused[1] is None and len(shown) == len(x)
        self.points.requires_grad_(False)
        return (u_t - 0.1 * u_xx).pow(2).mean()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    heat = Heat(net)
    for _ in range(3):
        loss = heat.residual()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
