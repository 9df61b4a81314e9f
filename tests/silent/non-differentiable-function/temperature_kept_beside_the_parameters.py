# file: main.py
import torch
import torch.nn.functional as F

from plant import Plant


def main():
    torch.manual_seed(0)
    plant = Plant()
    opt = torch.optim.Adam(plant.parameters(), lr=0.02)
    light = torch.rand(40, 3)
    grown = (light * torch.tensor([0.5, 1.0, 2.0])).sum(1, keepdim=True).tanh().expand(-1, 4)
    for season in range(12):
        loss = F.mse_loss(plant(light), grown)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(season, round(loss.item(), 5))


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from fixpoint import settle
from plant import Plant


class Right(Plant):
    def forward(self, light):
        warmth = self.leaf.warmth = F.softplus(self.raw_warmth)
        return settle(self.leaf, self.stem(light), given=[warmth, *self.leaf.parameters()])


torch.manual_seed(0)
plant = Right()
opt = torch.optim.Adam(plant.parameters(), lr=0.02)
light = torch.rand(40, 3)
grown = (light * torch.tensor([0.5, 1.0, 2.0])).sum(1, keepdim=True).tanh().expand(-1, 4)
for season in range(12):
    loss = F.mse_loss(plant(light), grown)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(season, round(loss.item(), 5))
# file: fixpoint.py
import torch


class Settled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, cell, x, *given):
        z = torch.zeros_like(x)
        for _ in range(6):
            z = cell(z, x)
        ctx.cell = cell
        ctx.save_for_backward(z, x, *given)
        return z

    @staticmethod
    def backward(ctx, grad):
        z, x, *given = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            out = ctx.cell(z.detach(), x)
            wanted = [x, *(g for g in given if g.requires_grad)]
            found = iter(torch.autograd.grad(out, wanted, grad, allow_unused=True))
        return (None, next(found), *(next(found) if g.requires_grad else None for g in given))


def settle(cell, x, given=None):
    return Settled.apply(cell, x, *(cell.parameters() if given is None else given))  #! decoy
# file: plant.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from fixpoint import settle


class Leaf(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.inner = nn.Linear(size, size)
        self.warmth = 1.0

    def forward(self, z, x):
        return torch.tanh(0.3 * self.inner(z) + x) * self.warmth  #! decoy


class Plant(nn.Module):
    def __init__(self, size=4):
        super().__init__()
        self.raw_warmth = nn.Parameter(torch.zeros(()))
        self.stem, self.leaf = nn.Linear(3, size), Leaf(size)

    def forward(self, light):
        self.leaf.warmth = F.softplus(self.raw_warmth)  #~ non-differentiable-function
        return settle(self.leaf, self.stem(light))  #~ non-differentiable-function
