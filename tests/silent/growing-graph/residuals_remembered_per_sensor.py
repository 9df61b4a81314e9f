# file: main.py
import torch
import torch.nn as nn


def fit(net, opt, rounds=24):
    seen = []
    for _ in range(rounds):
        t = torch.rand(12, 1)
        residual = net(t) - torch.sin(6 * t)
        seen.append(residual)  #~ growing-graph
        loss = residual.square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return torch.cat([r.detach() for r in seen]).std()  #! decoy


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
print(fit(net, torch.optim.Adam(net.parameters(), lr=1e-2)).item())
# file: quiet.py
"""The latest few residuals alone are remembered, with their graphs."""
from collections import deque

import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
seen = deque(maxlen=6)
for _ in range(24):
    t = torch.rand(12, 1)
    residual = net(t) - torch.sin(6 * t)
    seen.append(residual)
    loss = residual.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item(), len(seen))
