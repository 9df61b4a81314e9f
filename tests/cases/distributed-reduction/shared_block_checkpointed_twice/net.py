import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class SharedLayers(nn.Module):
    """One block used several times, as in a layer-sharing transformer."""

    def __init__(self, dim=8, repeats=3):
        super().__init__()
        self.stem = nn.Linear(6, dim)
        self.block = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, dim))
        self.head = nn.Linear(dim, 2)
        self.repeats = repeats

    def forward(self, x):
        x = self.stem(x)
        for _ in range(self.repeats):
            x = x + checkpoint(self.block, x, use_reentrant=True)  #~ distributed-reduction
        return self.head(x)
