import torch
import torch.nn as nn


class Inversion(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim, self.tokens, self.out = dim, nn.ParameterList(), nn.Linear(dim, dim)
        self.add_token()

    def add_token(self):
        self.tokens.append(nn.Parameter(torch.randn(self.dim) * 0.1))  #~ not-in-optimizer|stale-optimizer

    def forward(self):
        return self.out(torch.stack(list(self.tokens)).sum(0))
