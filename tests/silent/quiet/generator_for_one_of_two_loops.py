# file: quiet.py
import torch
from torch import nn


def train(model, steps, every=2):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 4)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        learning = (p for p in model.parameters() if p.requires_grad)
        if step % every == 0:
            for p in learning:
                print(step, p.grad.norm().item())
        if step % every:
            for p in learning:
                p.grad.mul_(0.5)
        optimizer.step()


torch.manual_seed(0)
train(nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1)), 8)
