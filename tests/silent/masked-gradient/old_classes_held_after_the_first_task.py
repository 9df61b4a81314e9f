# file: main.py
import torch
from torch import nn


def train(model, optimizer, classes, steps, held=0):
    for _ in range(steps):
        labels = torch.randint(*classes, (32,))
        x = torch.randn(32, 10) + nn.functional.one_hot(labels, 10)
        loss = nn.functional.cross_entropy(model(x), labels)
        optimizer.zero_grad()
        loss.backward()
        if held:
            for p in model[-1].parameters():
                rows = torch.arange(len(p)).view(-1, *[1] * (p.dim() - 1))
                p.grad = torch.where(rows < held, torch.zeros_like(p.grad), p.grad)
        optimizer.step()  #~ masked-gradient
    return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 6))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
print(train(model, optimizer, (0, 3), 15))
before = model[-1].weight[:3].clone()
print(train(model, optimizer, (3, 6), 15, held=3))
print("old classes moved by", (model[-1].weight[:3] - before).abs().max().item())
# file: quiet.py
import torch
from torch import nn


def train(model, optimizer, classes, steps, held=0):
    old = [p[:held].detach().clone() for p in model[-1].parameters()]
    for _ in range(steps):
        labels = torch.randint(*classes, (32,))
        x = torch.randn(32, 10) + nn.functional.one_hot(labels, 10)
        loss = nn.functional.cross_entropy(model(x), labels)
        optimizer.zero_grad()
        loss.backward()
        if held:
            for p in model[-1].parameters():
                rows = torch.arange(len(p)).view(-1, *[1] * (p.dim() - 1))
                p.grad = torch.where(rows < held, torch.zeros_like(p.grad), p.grad)
        optimizer.step()
        with torch.no_grad():  # what the momentum has moved is put back
            for p, values in zip(model[-1].parameters(), old):
                p[:held] = values
    return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 6))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
print(train(model, optimizer, (0, 3), 15))
before = model[-1].weight[:3].clone()
print(train(model, optimizer, (3, 6), 15, held=3))
print("old classes moved by", (model[-1].weight[:3] - before).abs().max().item())
