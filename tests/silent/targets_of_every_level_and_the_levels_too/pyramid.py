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
