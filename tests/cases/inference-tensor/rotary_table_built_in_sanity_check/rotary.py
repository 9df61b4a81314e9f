import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, dim, base=100.0):
        super().__init__()
        self.register_buffer("rate", base ** (-torch.arange(0, dim, 2).float() / dim))
        self.cos = self.sin = None

    def table(self, length):
        if self.cos is None or length > len(self.cos):
            angle = torch.arange(length)[:, None] * self.rate
            self.cos, self.sin = angle.cos(), angle.sin()  #~ inference-tensor
        return self.cos[:length], self.sin[:length]

    def forward(self, x):
        cos, sin = self.table(x.size(1))
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
