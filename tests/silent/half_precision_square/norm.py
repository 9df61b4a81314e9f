import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(dim)), eps

    def forward(self, x):
        square = x.pow(2).mean(-1, keepdim=True)  #~ multiplied-by-zero|nan-gradient|zero-gradient|underflow|saturated-value
        return x * torch.rsqrt(square + self.eps) * self.weight  #~ multiplied-by-zero|nan-gradient|zero-gradient|underflow|saturated-value
