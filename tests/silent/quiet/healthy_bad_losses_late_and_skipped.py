# file: quiet.py
"""Losses that are nan or infinite now and then, and that no step uses: skipped, or told by the norm of the gradients."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def batches():
    for step in range(14):
        x = torch.randn(16, 4)
        if step in (9, 11):
            x[3, 1] = float("nan") if step == 9 else float("inf")
        yield x, x.nan_to_num(0, 0, 0).sum(1, keepdim=True)


def train(skip_early):
    net = nn.Sequential(nn.Linear(4, 12), nn.Tanh(), nn.Linear(12, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for x, y in batches():
        loss = F.mse_loss(net(x), y) / x.std().clamp(min=0.1)
        if skip_early and not torch.isfinite(loss):
            continue
        opt.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        if not torch.isfinite(norm):
            opt.zero_grad()
            continue
        opt.step()
        print(loss.item())


torch.manual_seed(0)
train(skip_early=True)
train(skip_early=False)
