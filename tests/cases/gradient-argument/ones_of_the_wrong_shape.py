# file: main.py
import torch
import torch.nn as nn

from flow import divergence


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(16, 2)
        loss = divergence(net, x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: flow.py
import torch


def divergence(net, x):
    x = x.detach().requires_grad_()  #! decoy
    v = net(x)
    total = 0.0
    for i in range(x.shape[1]):
        (g,) = torch.autograd.grad(v[:, i], x, torch.ones(1), create_graph=True)  #~ gradient-argument
        total = total + g[:, i]
    return total
