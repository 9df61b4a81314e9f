# file: main.py
import torch

from rod import Temperature, d, start


def residual(net, xt):
    u = net(xt)
    u_xt = d(u, xt)  #! decoy
    u_xxtt = d(u_xt, xt)  #~ mixed-partials
    return u_xt[:, 1] - 0.1 * u_xxtt[:, 0]


def main():
    torch.manual_seed(0)
    net = Temperature()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(20):
        xt = torch.rand(40, 2, requires_grad=True)
        loss = residual(net, xt).square().mean() + start(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            print(step, f"{loss.item():.4f}")


main()
# file: quiet.py
import torch

from rod import Temperature, d, start


def residual(net, xt):
    """Positions and times are columns of their own, and each is one number for a sample."""
    x, t = (column.unsqueeze(1) for column in xt.detach().unbind(1))
    x.requires_grad_(), t.requires_grad_()
    u = net(torch.cat([x, t], dim=1))
    return d(u, t) - 0.1 * d(d(u, x), x)


def main():
    torch.manual_seed(0)
    net = Temperature()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(20):
        xt = torch.rand(40, 2, requires_grad=True)
        loss = residual(net, xt).square().mean() + start(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            print(step, f"{loss.item():.4f}")


main()
# file: rod.py
import torch
from torch import nn


class Temperature(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.first, self.inner, self.last = nn.Linear(2, width), nn.Linear(width, width), nn.Linear(width, 1)

    def forward(self, xt):
        return self.last(torch.tanh(self.inner(torch.sin(self.first(xt)))))


def d(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


def start(net):
    x = torch.rand(40, 1)
    return (net(torch.cat([x, torch.zeros_like(x)], dim=1)) - torch.sin(torch.pi * x)).square().mean()
