# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = torch.rand(64, 10)
labels = (data[:, 0] > 0.5).long()


def attack(x, y, size):
    x = x.detach().requires_grad_()
    (slope,) = torch.autograd.grad(F.cross_entropy(net(x), y), x)
    moved = x.data
    moved += size * slope.sign()  #~ same-memory
    return moved


for epoch in range(6):
    for x, y in zip(data.split(16), labels.split(16)):
        moved = attack(x, y, 0.05)
        loss = 0.5 * F.cross_entropy(net(x), y) + 0.5 * F.cross_entropy(net(moved), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = torch.rand(64, 10)
labels = (data[:, 0] > 0.5).long()


def attack(x, y, size):
    x = x.detach().clone().requires_grad_()
    (slope,) = torch.autograd.grad(F.cross_entropy(net(x), y), x)
    moved = x.data
    moved += size * slope.sign()
    return moved


for epoch in range(6):
    for x, y in zip(data.split(16), labels.split(16)):
        moved = attack(x, y, 0.05)
        loss = 0.5 * F.cross_entropy(net(x), y) + 0.5 * F.cross_entropy(net(moved), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item())
