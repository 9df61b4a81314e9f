# file: main.py
import torch

from market import Demand, equilibrium


def main():
    torch.manual_seed(0)
    demand = Demand(3)
    opt = torch.optim.Adam(demand.parameters(), lr=0.02)
    for day in range(3):
        supply = torch.rand(6, 1) + 0.5  #! decoy
        price = equilibrium(demand, supply)
        loss = (price - 1 / supply).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(day, loss.item())


main()
# file: market.py
import torch
import torch.nn as nn

from solving import newton


class Demand(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(width) + 0.5)

    def forward(self, price):
        return (self.scale * torch.exp(-price)).sum(-1, keepdim=True)


class Clearing(torch.autograd.Function):
    """The price at which demand meets supply, with the derivative of the implicit function."""

    @staticmethod
    def forward(ctx, demand, supply, scale):
        price = newton(lambda p: demand(p) - supply, torch.ones_like(supply))
        ctx.save_for_backward(price, supply, scale)
        return price

    @staticmethod
    def backward(ctx, grad):
        price, supply, scale = ctx.saved_tensors
        return None, -grad / supply, (grad * torch.exp(-price) / supply).sum(0).expand_as(scale)


def equilibrium(demand, supply):
    return Clearing.apply(demand, supply, demand.scale)  #! decoy
# file: solving.py
import torch


def newton(excess, start, steps=6):
    at = start
    for _ in range(steps):
        value = excess(at)
        (slope,) = torch.autograd.grad(value.sum(), at)  #~ non-differentiable-function
        at = at - value / slope
    return at
