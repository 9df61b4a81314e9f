import random

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Mixer(nn.Module):
    def __init__(self, dim, skip=0.5):
        super().__init__()
        self.norm, self.mix = nn.LayerNorm(dim), nn.Linear(dim, dim)
        self.gate = nn.Linear(dim, dim)
        self.skip = skip

    def forward(self, x):
        h = self.norm(x)
        if self.training and random.random() > self.skip:  #~ checkpoint-mismatch
            h = h * self.gate(x).sigmoid()
        return x + self.mix(h)


class Tower(nn.Module):
    def __init__(self, dim=8, depth=4):
        super().__init__()
        self.layers = nn.ModuleList(Mixer(dim) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False)  #! decoy
        return x.mean()


def main():
    torch.manual_seed(0)
    random.seed(3)
    tower = Tower()
    optimizer = torch.optim.Adam(tower.parameters(), lr=1e-3)
    for _ in range(6):
        loss = tower(torch.randn(4, 8, requires_grad=True))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
