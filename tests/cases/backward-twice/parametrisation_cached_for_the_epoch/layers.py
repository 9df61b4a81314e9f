import torch
import torch.nn as nn


class Rotation(nn.Module):
    def forward(self, w):
        skew = w.triu(1)
        return torch.matrix_exp(skew - skew.transpose(-1, -2))
