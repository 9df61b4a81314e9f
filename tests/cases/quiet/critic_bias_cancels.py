"""A critic's loss is a difference of two means, so the gradient of its last bias is zero: its terms cancel out."""

import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(critic.parameters(), lr=0.05)

for _step in range(6):
    scores = critic(torch.randn(32, 4)).squeeze(1)
    loss = scores[:16].mean() - scores[16:].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
