import torch
import torch.nn as nn


class CTR(nn.Module):
    def __init__(self, fields, buckets, dim=6):
        super().__init__()
        self.tables = nn.ModuleList([nn.Embedding(buckets, dim, sparse=True) for _ in range(fields)])  #~ optimizer-arguments
        self.deep = nn.Sequential(nn.Linear(fields * dim, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, ids):
        e = torch.cat([t(ids[:, i]) for i, t in enumerate(self.tables)], -1)
        return self.deep(e).squeeze(-1)
