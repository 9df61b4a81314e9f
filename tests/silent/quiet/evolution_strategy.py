# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def fitness(model, x, y):
    return F.mse_loss(model(x), y)


@torch.no_grad()
def estimate(model, x, y, sigma, samples):
    base = fitness(model, x, y)
    for p in model.parameters():
        grad = torch.zeros_like(p)
        for _ in range(samples):
            noise = torch.randn_like(p)
            p.add_(sigma * noise)
            grad += (fitness(model, x, y) - base) / sigma * noise
            p.sub_(sigma * noise)
        p.grad = grad / samples
    return base.item()


torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(20, 4)
for _ in range(6):
    print(estimate(model, x, x.sum(1, keepdim=True), 0.05, 10))
    optimizer.step()
