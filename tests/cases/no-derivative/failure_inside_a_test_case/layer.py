import torch
import torch.nn as nn


class Rounded(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return (x * self.scale * 10).int() / 10  #~ no-derivative
