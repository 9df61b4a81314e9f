# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
online, target = nn.Linear(4, 2), nn.Linear(4, 2)
best = copy.deepcopy(target.state_dict())
optimizer = torch.optim.Adam(online.parameters(), lr=1e-2)
target.load_state_dict({name: value + 1 for name, value in best.items()})
for step in range(12):
    x = torch.randn(16, 4)
    with torch.no_grad():
        goal = 0.9 * target(x)
    loss = F.mse_loss(online(x), goal + x[:, :2])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    target.load_state_dict(online.state_dict())
