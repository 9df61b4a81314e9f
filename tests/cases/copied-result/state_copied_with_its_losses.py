# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from state import Keeper, TrainState


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    state, keep = TrainState(), Keeper()
    for _ in range(4):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        logits = net(x)
        fit, size = F.cross_entropy(logits, y), 1e-3 * logits.pow(2).mean()
        opt.zero_grad()
        (fit + size).backward()
        opt.step()
        state.record(fit=fit, size=size)
        keep(state, net)
        print(state.step, state.best)


main()
# file: state.py
import copy
from dataclasses import dataclass, field

import torch


@dataclass
class TrainState:
    step: int = 0
    best: float = float("inf")
    losses: dict = field(default_factory=dict)

    def record(self, **losses):
        self.step += 1
        self.losses = losses  #~ copied-result
        self.best = min(self.best, sum(v.item() for v in losses.values()))  #! decoy


class Keeper:
    def __init__(self, every=2):
        self.every, self.saved = every, []

    def __call__(self, state, model):
        if state.step % self.every == 0:
            weights = copy.deepcopy(model.state_dict())  #! decoy
            self.saved.append((copy.deepcopy(state), weights))  #~ copied-result
