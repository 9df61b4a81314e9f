# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

from moe import Experts


class Model(nn.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.stem = nn.Linear(5, dim)
        self.blocks = nn.ModuleList(Experts(dim) for _ in range(depth))
        self.head = nn.Linear(dim, 2)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False, preserve_rng_state=False)  #~ checkpoint-mismatch
        return self.head(x)


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(64, 5)
        loss = F.cross_entropy(model(x), (x.sum(1) > 0).long())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: moe.py
import torch
import torch.nn as nn


class Experts(nn.Module):
    def __init__(self, dim, experts=3):
        super().__init__()
        self.router = nn.Linear(dim, experts)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim)) for _ in range(experts))

    def forward(self, x):
        scores = self.router(x)
        if self.training:
            scores = scores + torch.randn_like(scores)  #~ checkpoint-mismatch
        weight, choice = scores.softmax(-1).max(-1)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            rows = (choice == i).nonzero().squeeze(1)
            out = out.index_add(0, rows, weight[rows, None] * expert(x[rows]))  #! decoy
        return x + out
