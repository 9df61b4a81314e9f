import numpy as np
import torch
import torch.nn as nn


def rotation(v):
    """Rodrigues' formula."""
    angle = np.linalg.norm(v) + 1e-8
    k = v / angle
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


class Poses(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.r = nn.Parameter(torch.randn(n, 3) * 0.1)

    def forward(self, i):
        matrix = rotation(self.r[i].detach().cpu().numpy())  #~ left-torch|detached-tensor|rebuilt-tensor
        return torch.from_numpy(matrix).float()
