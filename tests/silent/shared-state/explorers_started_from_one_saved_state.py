# file: main.py
import copy
import io

import torch
import torch.nn as nn


def make(net):
    return torch.optim.Adam(net.parameters(), lr=2e-3)


def update(net, optimizer, x, y):
    loss = nn.functional.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(9)
lead = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = make(lead)
for _ in range(5):
    x = torch.randn(20, 6)
    update(lead, optimizer, x, x[:, :2])

saved = optimizer.state_dict()
population = []
for member in range(3):
    net = copy.deepcopy(lead)
    own = make(net)
    own.load_state_dict(saved)  #~ shared-state
    population.append((net, own, torch.randn(2)))
for _ in range(6):
    for net, own, goal in population:
        x = torch.randn(20, 6)
        loss = update(net, own, x, x[:, :2] * goal)
print(loss)
# file: quiet.py
import copy
import io

import torch
import torch.nn as nn


def make(net):
    return torch.optim.Adam(net.parameters(), lr=2e-3)


def update(net, optimizer, x, y):
    loss = nn.functional.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(9)
lead = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = make(lead)
for _ in range(5):
    x = torch.randn(20, 6)
    update(lead, optimizer, x, x[:, :2])

saved = optimizer.state_dict()
population = []
for member in range(3):
    net = copy.deepcopy(lead)
    own = make(net)
    own.load_state_dict(copy.deepcopy(saved))
    population.append((net, own, torch.randn(2)))
for _ in range(6):
    for net, own, goal in population:
        x = torch.randn(20, 6)
        loss = update(net, own, x, x[:, :2] * goal)
print(loss)
