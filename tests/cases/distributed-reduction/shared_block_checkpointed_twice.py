# file: main.py
import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

from net import SharedLayers


def train(model, steps=3):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(8, 6)
        loss = F.cross_entropy(model(x), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


def main():
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        dist.init_process_group("gloo", init_method=f"file://{os.path.join(folder, 'store')}", rank=0, world_size=1)
        try:
            train(DistributedDataParallel(SharedLayers()))  #~ distributed-reduction
        finally:
            dist.destroy_process_group()


if __name__ == "__main__":
    main()
# file: net.py
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
