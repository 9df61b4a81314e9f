# file: main.py
import torch

from pyramid import Pyramid


def main():
    torch.manual_seed(0)
    net = Pyramid()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for _ in range(6):
        x = torch.randn(16, 8)
        loss = net.loss(x, x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from pyramid import Pyramid, fixed


class Right(Pyramid):
    def loss(self, x, y):
        levels, guesses, out = self(x)
        for_guesses = sum(F.mse_loss(g, t) for g, t in zip(guesses, fixed(levels)))
        for_levels = sum(F.mse_loss(t, g) for t, g in zip(levels, fixed(guesses)))
        return F.mse_loss(out, y) + 0.1 * for_guesses + 0.05 * for_levels


torch.manual_seed(0)
net = Right()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(6):
    x = torch.randn(16, 8)
    loss = net.loss(x, x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: pyramid.py
import torch.nn as nn
import torch.nn.functional as F


def fixed(levels):
    return [level.detach() for level in levels]  #! decoy


class Pyramid(nn.Module):
    def __init__(self, dim=8, depth=3):
        super().__init__()
        self.downs = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.guesses = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        levels = []
        for down in self.downs:
            x = down(x).tanh()
            levels.append(x)
        guesses = [guess(x) for guess in self.guesses]
        return levels, guesses, self.head(x)

    def loss(self, x, y):
        levels, guesses, out = self(x)
        for_guesses = sum(F.mse_loss(g, t) for g, t in zip(fixed(guesses), fixed(levels)))  #~ detached-tensor
        for_levels = sum(F.mse_loss(t, g) for t, g in zip(levels, fixed(guesses)))  #! decoy
        return F.mse_loss(out, y) + 0.1 * for_guesses + 0.05 * for_levels
