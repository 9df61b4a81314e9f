import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        self.noise = 0.1

    def forward(self, x):
        h = torch.tanh(self.up(x))
        if self.training:
            h = h * (1 + self.noise * torch.randn_like(h))
        return x + self.down(h)


class Body(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.stem, self.head = nn.Linear(6, dim), nn.Linear(dim, 1)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(2))

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False)
        return self.head(x)
