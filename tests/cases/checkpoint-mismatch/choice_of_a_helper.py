from random import choice, seed

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Stage(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.first, self.second = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def depth(self):
        name = choice(["shallow", "deep"])  #~ checkpoint-mismatch
        return name

    def forward(self, x):
        depth = self.depth()
        h = torch.relu(self.first(x))
        if depth == "deep":  #! decoy
            h = torch.relu(self.second(h))
        return x + h


def main():
    torch.manual_seed(0)
    seed(1)
    stages = nn.ModuleList(Stage(6) for _ in range(4))
    optimizer = torch.optim.SGD(stages.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(3, 6)
        for stage in stages:
            x = checkpoint(stage, x, use_reentrant=False)
        optimizer.zero_grad()
        x.pow(2).mean().backward()
        optimizer.step()


main()
