# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, x, y, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(model(x).float(), y)
        scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  #~ clipping-order
        scaler.step(optimizer)
        scaler.update()
        print(loss.item())


torch.manual_seed(0)
x = torch.randn(32, 6)
train(nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1)), x, x.prod(1, keepdim=True), 6)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, x, y, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(model(x).float(), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        print(loss.item())


torch.manual_seed(0)
x = torch.randn(32, 6)
train(nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1)), x, x.prod(1, keepdim=True), 6)
