# file: main.py
import torch
import torch.nn as nn

from heat import HeatNet


def residual(net, x, t):
    u = net(x, t)
    (ut,) = torch.autograd.grad(u.sum(), t, create_graph=True)
    (ux,) = torch.autograd.grad(u.sum(), x, create_graph=True)
    (uxx,) = torch.autograd.grad(ux.sum(), x, create_graph=True)
    return ut - 0.1 * uxx


def main():
    torch.manual_seed(0)
    net = HeatNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.rand(32, 1, requires_grad=True)
        t = torch.rand(32, 1, requires_grad=True)
        loss = residual(net, x, t).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: heat.py
import torch
import torch.nn as nn


class HeatNet(nn.Module):
    def __init__(self, freqs=3):
        super().__init__()
        self.register_buffer("freqs", 2.0 ** torch.arange(freqs))
        self.net = nn.Sequential(nn.Linear(4 * freqs, 24), nn.Tanh(), nn.Linear(24, 1))

    def encode(self, v):
        v = v * self.freqs
        return torch.cat([v.sin(), v.cos()], -1)

    def forward(self, x, t):
        return self.net(torch.cat([self.encode(x), self.encode(x)], -1))  #~ unused-input
