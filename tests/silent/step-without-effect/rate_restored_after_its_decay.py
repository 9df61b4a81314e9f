# file: main.py
import copy

import torch
from torch import nn


def train(model, optimizer, steps, schedule=None):
    for step in range(steps):
        x = torch.randn(16, 3)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if schedule is not None:
            schedule.step()


def first_stage():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, optimizer, 8, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=8))
    return {"model": copy.deepcopy(model.state_dict()), "optimizer": copy.deepcopy(optimizer.state_dict())}


def second_stage(saved):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])  #~ step-without-effect
    train(model, optimizer, 8)


torch.manual_seed(0)
second_stage(first_stage())
# file: quiet.py
import copy

import torch
from torch import nn


def train(model, optimizer, steps, schedule=None):
    for step in range(steps):
        x = torch.randn(16, 3)
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if schedule is not None:
            schedule.step()


torch.manual_seed(0)
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train(model, optimizer, 8, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=8))
saved = copy.deepcopy(optimizer.state_dict())
again = torch.optim.SGD(model.parameters(), lr=0.05)
again.load_state_dict(saved)
for group in again.param_groups:
    group["lr"] = 0.05
train(model, again, 8)
