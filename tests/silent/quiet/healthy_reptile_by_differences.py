# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 12), nn.Tanh(), nn.Linear(12, 1))
outer = torch.optim.SGD(net.parameters(), lr=0.3)
for turn in range(12):
    w = torch.randn(2, 1)
    fast = copy.deepcopy(net)
    inner = torch.optim.SGD(fast.parameters(), lr=0.05)
    for _ in range(3):
        x = torch.randn(10, 2)
        inner.zero_grad()
        loss = F.mse_loss(fast(x), (x @ w).sin())
        loss.backward()
        inner.step()
    outer.zero_grad()
    for slow, quick in zip(net.parameters(), fast.parameters()):
        slow.grad = slow.data - quick.data
    outer.step()
print(loss.item())
