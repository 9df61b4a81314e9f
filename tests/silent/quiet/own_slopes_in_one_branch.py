# file: quiet.py
"""Estimators with slopes of their own in one of their modes, and one that clips a count."""

import torch
from torch import nn


class Quantised(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, levels):
        ctx.levels = levels
        return torch.round(x * levels) / levels if levels else torch.tanh(x)

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Pruned(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight, keep):
        least = weight.abs().flatten().topk(max(keep, 1)).values[-1]
        return torch.where(weight.abs() >= least, weight, torch.zeros_like(weight))

    @staticmethod
    def backward(ctx, grad):
        return grad, None


torch.manual_seed(0)
layer, weight = nn.Linear(4, 6), nn.Parameter(torch.randn(6, 2))
opt = torch.optim.SGD([*layer.parameters(), weight], lr=0.1)
for _ in range(6):
    x = torch.randn(16, 4)
    hidden = Quantised.apply(layer(x), 4) + Quantised.apply(layer(x), 8)
    loss = nn.functional.mse_loss(hidden @ Pruned.apply(weight, 7), x[:, :2])
    opt.zero_grad()
    loss.backward()
    opt.step()
