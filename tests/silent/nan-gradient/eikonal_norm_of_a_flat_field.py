# file: main.py
import torch

from sdf import SDF, eikonal


def sphere(n=64):
    p = torch.randn(n, 3)
    return p / p.norm(dim=1, keepdim=True)  #! decoy


def main(steps=8):
    torch.manual_seed(0)
    net = SDF()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        surface, space = sphere(), torch.rand(64, 3) * 2 - 1
        loss = net(surface).abs().mean() + 0.1 * eikonal(net, space)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: sdf.py
import torch
import torch.nn as nn


class SDF(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, hidden), nn.Softplus(beta=10), nn.Linear(hidden, hidden), nn.Softplus(beta=10))
        self.out = nn.Linear(hidden, 1)
        nn.init.zeros_(self.out.weight)  #~ nan-gradient
        nn.init.constant_(self.out.bias, -0.5)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(-1)


def eikonal(net, x):
    x = x.requires_grad_(True)
    (g,) = torch.autograd.grad(net(x).sum(), x, create_graph=True)
    length = torch.sqrt((g**2).sum(-1))  #~ nan-gradient
    return (length - 1).pow(2).mean()
