import torch


def noisy_line(n):
    x = torch.rand(n, dtype=torch.float64)
    return x, 3 * x - 1 + 0.1 * torch.randn(n, dtype=torch.float64)
