# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, s):
        return self.net(s)


torch.manual_seed(0)
online = Q()
target = copy.copy(online)  #~ same-memory|shared-memory
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
for step in range(20):
    s, a, r, s2 = torch.randn(32, 4), torch.randint(0, 2, (32, 1)), torch.randn(32, 1), torch.randn(32, 4)
    with torch.no_grad():
        y = r + 0.99 * target(s2).max(1, keepdim=True).values
    loss = F.smooth_l1_loss(online(s).gather(1, a), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for t, o in zip(target.parameters(), online.parameters()):
            t.mul_(0.99).add_(0.01 * o)  #~ same-memory|shared-memory
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, s):
        return self.net(s)


torch.manual_seed(0)
online = Q()
target = copy.deepcopy(online)
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
for step in range(20):
    s, a, r, s2 = torch.randn(32, 4), torch.randint(0, 2, (32, 1)), torch.randn(32, 1), torch.randn(32, 4)
    with torch.no_grad():
        y = r + 0.99 * target(s2).max(1, keepdim=True).values
    loss = F.smooth_l1_loss(online(s).gather(1, a), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for t, o in zip(target.parameters(), online.parameters()):
            t.mul_(0.99).add_(0.01 * o)
print(loss.item())
