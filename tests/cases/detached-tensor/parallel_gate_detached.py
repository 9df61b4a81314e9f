# file: main.py
import os
import tempfile

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from experts import Mixture


def main():
    store = os.path.join(tempfile.mkdtemp(), "store")
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=0, world_size=1)
    torch.manual_seed(0)
    model = DistributedDataParallel(Mixture(4))  #! decoy
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.randn(6, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.detach().item())  #! decoy


if __name__ == "__main__":
    main()
# file: experts.py
import torch
import torch.nn as nn


class Mixture(nn.Module):
    def __init__(self, dim, experts=2):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))
        self.register_buffer("load", torch.zeros(experts))

    def shares(self, x):
        share = self.gate(x).softmax(-1)
        self.load = 0.9 * self.load + 0.1 * share.detach().mean(0)  #! decoy
        return share.detach()  #~ detached-tensor

    def forward(self, x):
        share = self.shares(x)
        return sum(share[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))
