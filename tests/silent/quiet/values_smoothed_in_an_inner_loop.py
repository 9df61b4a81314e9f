# file: quiet.py
# A hundred rounds of smoothing for a printed number, begun anew at each step: nothing grows.
import torch
import torch.nn as nn


def settled(value, rounds=100):
    level = value
    for _ in range(rounds):
        level = 0.9 * level + 0.1
    return level


torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(12):
    loss = net(torch.randn(8, 4)).pow(2).mean()
    level = settled(loss)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, level.item())
