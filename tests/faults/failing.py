"""The second half of the model is cut off, and its backward pass fails."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    with torch.no_grad():
        hidden = net[0](torch.ones(2, 3))
    score = net[2](hidden).mean().item()
    loss = torch.tensor([score, score]).sum().detach()
    print("step", step)
    loss.backward()
    optimizer.step()
