import torch
import torch.nn as nn
import torch.nn.functional as F


class LabelTable(nn.Module):
    """Scores features against unit-length label vectors."""

    def __init__(self, labels, dim):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(labels, dim))
        self.temperature = nn.Parameter(torch.tensor(0.1))
        self.table = F.normalize(self.vectors, dim=-1)  #~ backward-twice

    def forward(self, z):
        z = F.normalize(z, dim=-1)
        return z @ self.table.t() / self.temperature


class Model(nn.Module):
    def __init__(self, inputs=9, dim=6, labels=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 20), nn.ReLU(inplace=True), nn.Linear(20, dim))
        self.labels = LabelTable(labels, dim)

    def forward(self, x):
        return self.labels(self.body(x))
