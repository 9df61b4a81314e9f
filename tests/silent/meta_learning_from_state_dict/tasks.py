import math

import torch


def sample_task(n=10):
    amplitude, phase = torch.rand(1) * 4 + 0.5, torch.rand(1) * math.pi
    x = torch.rand(2 * n, 1) * 10 - 5
    y = amplitude * torch.sin(x + phase)
    return x[:n], y[:n], x[n:], y[n:]
