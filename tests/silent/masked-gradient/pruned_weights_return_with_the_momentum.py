# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batch(size=32):
    x = torch.randn(size, 8)
    return x, (x[:, 0] * x[:, 1] > 0).long()


def epoch(model, optimizer, steps, masks=None):
    for _ in range(steps):
        x, y = batch()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if masks:
            for name, p in model.named_parameters():
                if name in masks:
                    p.grad *= masks[name]
        optimizer.step()  #~ masked-gradient
    return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 24), nn.Tanh(), nn.Linear(24, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
print(epoch(model, optimizer, 20))
masks = {}
with torch.no_grad():
    for name, p in model.named_parameters():
        if p.dim() > 1:
            masks[name] = (p.abs() > p.abs().median()).float()
            p.mul_(masks[name])
print(epoch(model, optimizer, 20, masks))
print([int((p == 0).sum()) for p in model.parameters()])
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batch(size=32):
    x = torch.randn(size, 8)
    return x, (x[:, 0] * x[:, 1] > 0).long()


def epoch(model, optimizer, steps, masks=None):
    for _ in range(steps):
        x, y = batch()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if masks:
            for name, p in model.named_parameters():
                if name in masks:
                    p.grad *= masks[name]
        optimizer.step()
    return loss.item()


# The retraining begins with an optimizer of its own, whose momentum knows nothing of the pruned weights.
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 24), nn.Tanh(), nn.Linear(24, 2))
print(epoch(model, torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9), 20))
masks = {}
with torch.no_grad():
    for name, p in model.named_parameters():
        if p.dim() > 1:
            masks[name] = (p.abs() > p.abs().median()).float()
            p.mul_(masks[name])
print(epoch(model, torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9), 20, masks))
print([int((p == 0).sum()) for p in model.parameters()])
