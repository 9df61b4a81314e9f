import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.points = nn.Parameter(torch.randn(n, dim))

    def forward(self, z):
        return F.normalize(z, dim=1) @ F.normalize(self.points, dim=1).T / 0.2

    def renormalise(self):
        self.points = nn.Parameter(F.normalize(self.points.data, dim=1))  #~ stale-optimizer|not-in-optimizer|parameter-assignment
