# file: main.py
import torch
from torch import nn


def slope(y, x, keep=False):
    return torch.autograd.grad(y.sum(), x, retain_graph=True, create_graph=keep)[0]


def residual(net, x):
    y = net(x)
    first = slope(y, x, keep=True)
    second = slope(first, x)  #~ missing-create-graph
    return second


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(6):
        x = torch.rand(16, 1, requires_grad=True)
        start = net(torch.zeros(4, 1)).pow(2).mean()
        loss = start + residual(net, x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
from torch import nn


def slope(y, x, keep=False):
    return torch.autograd.grad(y.sum(), x, retain_graph=True, create_graph=keep)[0]


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(6):
        x = torch.rand(16, 1, requires_grad=True)
        y = net(x)
        second = slope(slope(y, x, keep=True), x, keep=True)
        loss = net(torch.zeros(4, 1)).pow(2).mean() + second.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(slope(net(x), x).mean().item())


main()
