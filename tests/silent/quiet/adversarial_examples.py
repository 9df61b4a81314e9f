# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def attack(model, x, y, size, steps):
    delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(steps):
        F.cross_entropy(model(x + delta), y).backward()
        delta.data = (delta + size / 2 * delta.grad.sign()).clamp(-size, size)
        delta.grad = None
    return (x + delta).detach()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 20), nn.ReLU(), nn.Linear(20, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(32, 8), torch.randint(3, (32,))
for _ in range(4):
    hard = attack(model, x, y, 0.1, 3)
    optimizer.zero_grad()
    loss = F.cross_entropy(model(hard), y)
    loss.backward()
    optimizer.step()
    print(loss.item())
