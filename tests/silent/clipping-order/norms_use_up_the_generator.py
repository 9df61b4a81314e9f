# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(steps):
        x = torch.randn(16, 4)
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        learning = (p for p in model.parameters() if p.requires_grad)  #~ clipping-order
        norm = torch.stack([p.grad.norm() for p in learning]).norm()
        if norm > 0.1:
            for p in learning:
                p.grad.mul_(0.1 / norm)
        optimizer.step()
        print(round(loss.item(), 4), round(norm.item(), 4))


torch.manual_seed(0)
train(nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1)), 8)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(steps):
        x = torch.randn(16, 4)
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        learning = [p for p in model.parameters() if p.requires_grad]
        norm = torch.stack([p.grad.norm() for p in learning]).norm()
        if norm > 0.1:
            for p in learning:
                p.grad.mul_(0.1 / norm)
        optimizer.step()
        print(round(loss.item(), 4), round(norm.item(), 4))


torch.manual_seed(0)
train(nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1)), 8)
