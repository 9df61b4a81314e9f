import numpy as np
import torch


def pairwise(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(-1)


def soft_dtw(cost, gamma=1.0):
    """Soft minimum over all monotone alignments."""
    d = cost.detach().cpu().numpy()  #~ detached-tensor|left-torch
    n, m = d.shape
    r = np.full((n + 1, m + 1), 1e8)
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            prev = -np.array([r[i - 1, j - 1], r[i - 1, j], r[i, j - 1]]) / gamma
            top = prev.max()
            r[i, j] = d[i - 1, j - 1] - gamma * (np.log(np.exp(prev - top).sum()) + top)
    return torch.as_tensor(r[n, m], dtype=cost.dtype)
