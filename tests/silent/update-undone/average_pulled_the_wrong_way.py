# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from polyak import Polyak


def main():
    torch.manual_seed(0)
    actor = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 2))
    polyak = Polyak(actor, keep=0.95)
    optimizer = torch.optim.Adam(actor.parameters(), lr=3e-3)
    for step in range(10):
        state = torch.randn(32, 5)
        loss = F.mse_loss(actor(state), state[:, :2].sin())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        polyak.update()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 2))
anchor = copy.deepcopy(actor).requires_grad_(False)
average = copy.deepcopy(actor).requires_grad_(False)
bound = nn.Parameter(torch.tensor(1.0))
mask = torch.rand(16, 5) < 0.1
optimizer = torch.optim.Adam([*actor.parameters(), bound], lr=3e-3)
for step in range(10):
    state = torch.randn(32, 5)
    loss = F.mse_loss(bound * actor(state), 3 * state[:, :2].sin())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        bound.clamp_(max=1.0)
        actor[0].weight.mul_(mask)
        for p, a, e in zip(actor.parameters(), anchor.parameters(), average.parameters()):
            p.lerp_(a, 0.05)
            e.lerp_(p, 0.1)
    print(step, loss.item())
# file: polyak.py
import copy

import torch


class Polyak:
    def __init__(self, module, keep):
        self.module, self.keep = module, keep
        self.average = copy.deepcopy(module).requires_grad_(False)  #! decoy

    def update(self):
        with torch.no_grad():
            for p, a in zip(self.module.parameters(), self.average.parameters()):
                p.lerp_(a, self.keep)  #~ update-undone|untracked-write
