# file: main.py
import torch
from torch import nn


def backward_of(losses):
    for loss in losses:
        loss.backward()


def reset(optimizers):
    for optimizer in optimizers:
        optimizer.zero_grad()  #! decoy


def update(optimizers):
    for optimizer in optimizers:
        optimizer.step()


def iterate(net, optimizers, x):
    losses = [part.pow(2).mean() for part in net(x).unbind(1)]
    backward_of([sum(losses)])
    reset(optimizers)  #~ gradient-cleared
    update(optimizers)


torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizers = [torch.optim.SGD(net.parameters(), lr=0.1)]
for _ in range(4):
    iterate(net, optimizers, torch.randn(5, 3))
# file: quiet.py
import torch
from torch import nn


def backward_of(losses):
    for loss in losses:
        loss.backward()


def reset(optimizers):
    for optimizer in optimizers:
        optimizer.zero_grad()


def update(optimizers):
    for optimizer in optimizers:
        optimizer.step()


def iterate(net, optimizers, x):
    losses = [part.pow(2).mean() for part in net(x).unbind(1)]
    backward_of([sum(losses)])
    update(optimizers)
    reset(optimizers)


torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizers = [torch.optim.SGD(net.parameters(), lr=0.1)]
for _ in range(4):
    iterate(net, optimizers, torch.randn(5, 3))
