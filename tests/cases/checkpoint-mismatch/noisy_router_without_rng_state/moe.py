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
