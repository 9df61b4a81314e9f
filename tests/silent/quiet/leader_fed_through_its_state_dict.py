# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


def step(net, optimizer):
    x = torch.randn(32, 4)
    loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
leader = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
scouts = [copy.deepcopy(leader) for _ in range(2)]
optimizers = [torch.optim.SGD(net.parameters(), lr=0.05) for net in (leader, *scouts)]

for turn in range(8):
    for net, optimizer in zip((leader, *scouts), optimizers):
        for _ in range(3):
            loss = step(net, optimizer)
    own = leader.state_dict()
    for name, value in own.items():  # the leader learns from its scouts, in its own memory
        value.mul_(0.8)
        for scout in scouts:
            value.add_(scout.state_dict()[name], alpha=0.1)
    for value in own.values():
        value.mul_(1 - 1e-4)
    for scout in scouts:
        scout.load_state_dict(leader.state_dict())
    print(turn, loss)
