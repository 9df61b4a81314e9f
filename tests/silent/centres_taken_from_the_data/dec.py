import torch
import torch.nn as nn


class Clustering(nn.Module):
    def __init__(self, data, clusters):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(data.shape[1]))
        self.centres = nn.Parameter(data[:clusters])  #~ shared-memory

    def forward(self, x):
        d2 = ((x[:, None] - self.centres) * self.scale).pow(2).sum(-1)
        q = 1 / (1 + d2)
        return q / q.sum(1, keepdim=True)


def target_distribution(q):
    w = q.pow(2) / q.sum(0)
    return w / w.sum(1, keepdim=True)
