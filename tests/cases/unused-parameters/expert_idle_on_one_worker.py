# file: main.py
import os
import tempfile

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

from moe import Mixture


def main():
    path = tempfile.mktemp()
    dist.init_process_group("gloo", init_method=f"file://{path}", rank=0, world_size=1)
    torch.manual_seed(0)
    model = DDP(Mixture(6, experts=3))  #~ unused-parameters|distributed-reduction
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(4):
        x = torch.randn(4, 6)
        loss = F.mse_loss(model(x), x.flip(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), flush=True)


if __name__ == "__main__":
    main()
# file: moe.py
import torch
import torch.nn as nn


class Mixture(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])

    def forward(self, x):
        weight, choice = self.gate(x).softmax(-1).max(-1)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            rows = (choice == i).nonzero(as_tuple=True)[0]
            if len(rows):  #~ distributed-reduction
                out = out.index_add(0, rows, weight[rows, None] * expert(x[rows]))  #~ distributed-reduction
        return out
