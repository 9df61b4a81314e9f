# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(0)
net = nn.Linear(4, 2)
start, average = copy.deepcopy(net).requires_grad_(False), copy.deepcopy(net)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def soup(x):
    with torch.no_grad():
        mixed = {name: 0.5 * p + 0.5 * s for (name, p), s in zip(net.named_parameters(), start.parameters())}
        return functional_call(net, mixed, (x,)).mean().item()


for _ in range(10):
    x = torch.randn(32, 4)
    pull = sum((p - s).pow(2).sum() for p, s in zip(net.parameters(), start.parameters()))
    loss = F.mse_loss(net(x), x[:, :2]) + 0.01 * pull
    opt.zero_grad()
    loss.backward()
    opt.step()
    for a, p in zip(average.parameters(), net.parameters()):
        new = 0.9 * a.data + 0.1 * p.data
        a.data = new
    print(soup(x))
