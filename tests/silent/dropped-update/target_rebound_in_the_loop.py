# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
online = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
target = copy.deepcopy(online)
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
tau = 0.01
for _ in range(10):
    state, action, after = torch.randn(32, 4), torch.randint(0, 2, (32, 1)), torch.randn(32, 4)
    with torch.no_grad():
        y = torch.randn(32, 1) + 0.99 * target(after).max(1, keepdim=True).values
    loss = F.smooth_l1_loss(online(state).gather(1, action), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    for t, p in zip(target.parameters(), online.parameters()):
        t = tau * p + (1 - tau) * t  #~ dropped-update
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
online = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
target = copy.deepcopy(online)
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
tau = 0.01
for _ in range(10):
    state, action, after = torch.randn(32, 4), torch.randint(0, 2, (32, 1)), torch.randn(32, 4)
    with torch.no_grad():
        y = torch.randn(32, 1) + 0.99 * target(after).max(1, keepdim=True).values
    loss = F.smooth_l1_loss(online(state).gather(1, action), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    for t, p in zip(target.parameters(), online.parameters()):
        t.data = tau * p.data + (1 - tau) * t.data
print(loss.item())
