# file: main.py
from copy import deepcopy

import torch
from torch import nn

torch.manual_seed(0)
data = torch.randn(120, 5)
labels = (data.sum(dim=1) > 0).long()
net = nn.Sequential(nn.Linear(5, 12), nn.GELU(), nn.Linear(12, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.2)
kept, low = None, float("inf")


def batches():
    return torch.randperm(len(data)).split(20)


for epoch in range(3):
    for rows in batches():
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(data[rows]), labels[rows])
        loss.backward()
        optimizer.step()
    if loss.item() < low:
        low, kept = loss.item(), deepcopy(net)  #! decoy
net = kept  #~ stale-optimizer
for rows in [rows for _ in range(6) for rows in batches()]:
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(net(data[rows]), labels[rows])
    loss.backward()
    optimizer.step()
print(low, loss.item())
# file: quiet.py
from copy import deepcopy

import torch
from torch import nn

torch.manual_seed(0)
data = torch.randn(120, 5)
labels = (data.sum(dim=1) > 0).long()
net = nn.Sequential(nn.Linear(5, 12), nn.GELU(), nn.Linear(12, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.2)
kept, low = None, float("inf")


def batches():
    return torch.randperm(len(data)).split(20)


for epoch in range(3):
    for rows in batches():
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(data[rows]), labels[rows])
        loss.backward()
        optimizer.step()
    if loss.item() < low:
        low, kept = loss.item(), deepcopy(net)
net.load_state_dict(kept.state_dict())
for rows in [rows for _ in range(6) for rows in batches()]:
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(net(data[rows]), labels[rows])
    loss.backward()
    optimizer.step()
net = kept
print(low, loss.item(), nn.functional.cross_entropy(net(data), labels).item())
