import torch
import torch.nn as nn


class DistanceCritic(nn.Module):
    """Scores a set by its distances to learned anchors."""

    def __init__(self, dim=3, anchors=6):
        super().__init__()
        self.anchors = nn.Parameter(torch.randn(anchors, dim))
        self.out = nn.Sequential(nn.Linear(anchors, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.out(torch.cdist(x, self.anchors)).squeeze(-1)  #~ missing-derivative
