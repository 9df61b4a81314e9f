# file: main.py
import torch
from torch import nn


class Sites:
    """Two sites, each with a model that may stray from what both have in common."""

    def __init__(self):
        self.nets = [nn.Linear(5, 2), nn.Linear(5, 2)]
        self.optimizers = [torch.optim.Adam(net.parameters(), lr=0.02) for net in self.nets]
        self.common = None

    def distance(self, net):
        if self.common is None:
            return 0.0
        return sum((p - self.common[name]).square().sum() for name, p in net.named_parameters())

    def turn(self, truth):
        for net, optimizer, way in zip(self.nets, self.optimizers, truth):
            for _ in range(4):
                x = torch.randn(32, 5)
                loss = (net(x) - x @ way).square().mean() + 0.05 * self.distance(net)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        return loss.item()

    def agree(self):
        here, there = (net.state_dict() for net in self.nets)
        for name in here:
            here[name].lerp_(there[name], 0.5)  #~ same-memory
        self.common = here


torch.manual_seed(0)
sites, truth = Sites(), torch.randn(2, 5, 2)
for turn in range(10):
    print(turn, sites.turn(truth))
    sites.agree()
# file: quiet.py
import copy

import torch
from torch import nn


class Sites:
    """Two sites, each with a model that may stray from what both have in common."""

    def __init__(self):
        self.nets = [nn.Linear(5, 2), nn.Linear(5, 2)]
        self.optimizers = [torch.optim.Adam(net.parameters(), lr=0.02) for net in self.nets]
        self.common = None

    def distance(self, net):
        if self.common is None:
            return 0.0
        return sum((p - self.common[name]).square().sum() for name, p in net.named_parameters())

    def turn(self, truth):
        for net, optimizer, way in zip(self.nets, self.optimizers, truth):
            before = copy.deepcopy(net.state_dict())
            for _ in range(4):
                x = torch.randn(32, 5)
                loss = (net(x) - x @ way).square().mean() + 0.05 * self.distance(net)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            after = net.state_dict()
            for name in after:  # only a part of the way is gone, on purpose
                after[name].sub_(before[name]).mul_(0.7).add_(before[name])
            net.load_state_dict(after)
        return loss.item()

    def agree(self):
        here, there = (copy.deepcopy(net.state_dict()) for net in self.nets)
        for name in here:
            here[name].lerp_(there[name], 0.5)
        self.common = here


torch.manual_seed(0)
sites, truth = Sites(), torch.randn(2, 5, 2)
for turn in range(10):
    print(turn, sites.turn(truth))
    sites.agree()
