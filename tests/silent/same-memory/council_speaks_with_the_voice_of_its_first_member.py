# file: main.py
import torch

from members import Member, build


def merged(states, weights):
    whole = sum(weights)
    common, *others = states
    for name, value in common.items():
        value.mul_(weights[0] / whole)  #~ same-memory
        for state, weight in zip(others, weights[1:]):
            value.add_(state[name], alpha=weight / whole)
    return common


torch.manual_seed(0)
members = [Member(shift) for shift in (-1.0, 0.0, 2.0)]
council = build()
for turn in range(12):
    losses = [member.study(6) for member in members]
    states = [member.net.state_dict() for member in members]
    council.load_state_dict(merged(states, [m.size for m in members]))
    with torch.no_grad():
        spread = council(torch.randn(64, 3)).std().item()
    print(turn, [round(loss, 3) for loss in losses], spread)
# file: quiet.py
import torch

from members import Member, build


def merged(states, weights):
    """In the memory of the first member, who is given the result as all are."""
    whole = sum(weights)
    common, *others = states
    for name, value in common.items():
        value.mul_(weights[0] / whole)
        for state, weight in zip(others, weights[1:]):
            value.add_(state[name], alpha=weight / whole)
    return common


torch.manual_seed(0)
members = [Member(shift) for shift in (-1.0, 0.0, 2.0)]
council = build()
for turn in range(12):
    losses = [member.study(6) for member in members]
    states = [member.net.state_dict() for member in members]
    council.load_state_dict(merged(states, [m.size for m in members]))
    for member in members:
        member.net.load_state_dict(council.state_dict())
    print(turn, [round(loss, 3) for loss in losses])
# file: members.py
import torch
from torch import nn


def build():
    return nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 1))


class Member:
    def __init__(self, shift):
        self.shift, self.size = shift, 40
        self.net = build()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def study(self, steps):
        for _ in range(steps):
            x = torch.randn(self.size, 3)
            loss = (self.net(x) - x.sum(1, keepdim=True).sin() - self.shift).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()
