# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def freeze(part):
    for parameter in part.parameters():
        parameter.requires_grad = False


def wake(part):
    for layer in part:
        layer.require_grad = True  #~ flag-on-module


torch.manual_seed(0)
body, head = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16)), nn.Linear(16, 2)
freeze(body)
optimizer = torch.optim.Adam([*body.parameters(), *head.parameters()], lr=1e-2)
for epoch in range(5):
    if epoch == 2:
        wake(body)
    for _ in range(4):
        x = torch.randn(32, 8)
        loss = F.cross_entropy(head(body(x)), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def freeze(part):
    for parameter in part.parameters():
        parameter.requires_grad = False


def wake(part):
    for layer in part:
        layer.requires_grad_(True)


torch.manual_seed(0)
body, head = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16)), nn.Linear(16, 2)
freeze(body)
optimizer = torch.optim.Adam([*body.parameters(), *head.parameters()], lr=1e-2)
for epoch in range(5):
    if epoch == 2:
        wake(body)
    for _ in range(4):
        x = torch.randn(32, 8)
        loss = F.cross_entropy(head(body(x)), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
