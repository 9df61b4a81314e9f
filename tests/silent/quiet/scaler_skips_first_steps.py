# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, x, y, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**127, growth_interval=100, backoff_factor=2.0**-30)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        print(loss.item(), scaler.get_scale())


torch.manual_seed(0)
x = torch.randn(16, 4) * 10
train(nn.Linear(4, 1), x, x.sum(1, keepdim=True), 8)
