import torch
import torch.nn as nn


class Anchored(nn.Module):
    def __init__(self, start, strength=0.5):
        super().__init__()
        self.register_buffer("start", start)  #~ shared-memory|self-comparison
        self.weight = nn.Parameter(start)  #~ shared-memory|self-comparison
        self.strength = strength

    def forward(self, x):
        return x @ self.weight

    def penalty(self):
        return self.strength * (self.weight - self.start).pow(2).sum()  #~ shared-memory|self-comparison
