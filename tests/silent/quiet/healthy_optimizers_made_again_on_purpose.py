# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def step(net, opt):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
net = nn.Linear(6, 2)
start = copy.deepcopy(net.state_dict())
for fold in range(4):
    net.load_state_dict(start)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(5):
        step(net, opt)

for _ in range(5):
    step(net, torch.optim.SGD(net.parameters(), lr=0.1))

state = None
for _ in range(5):
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    if state is not None:
        opt.load_state_dict(state)
    print(step(net, opt))
    state = opt.state_dict()
