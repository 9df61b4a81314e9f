import torch
import torch.nn as nn


class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base.requires_grad_(False)  #! decoy
        self.a = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))  #! decoy
        self.scale = alpha // rank  #~ multiplied-by-zero

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.a.T @ self.b.T)  #~ multiplied-by-zero
