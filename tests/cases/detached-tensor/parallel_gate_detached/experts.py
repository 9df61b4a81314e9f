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
