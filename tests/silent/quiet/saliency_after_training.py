# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fit(model, x, y):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(5):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def saliency(model, x):
    x = x.clone().requires_grad_(True)
    model(x).max(1).values.sum().backward()
    return x.grad.abs()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
x, y = torch.randn(20, 6), torch.randint(3, (20,))
fit(model, x, y)
model.eval()
print(sum(saliency(model, x[i : i + 1]) for i in range(8)).sum().item())
