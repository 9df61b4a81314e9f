# file: main.py
import torch

from model import Router


def main():
    torch.manual_seed(0)
    router = Router(6)
    optimizer = torch.optim.SGD(router.parameters(), lr=0.1)
    for trip in range(2):
        out = router(torch.randn(7, 6))
        loss = out.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(trip, loss.item())


if __name__ == "__main__":
    main()
# file: memory.py
from dataclasses import dataclass, field

import torch


@dataclass
class Memory:
    stops: list = field(default_factory=list)

    def all_with(self, stop):
        self._put(stop)
        return torch.cat(self.stops, 0)

    def _put(self, stop):
        self.stops += [stop]  #! decoy
# file: model.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

from memory import Memory


class Stage(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.key, self.value = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x, *, memory):
        keys = memory.all_with(self.key(x))  #~ checkpoint-mismatch
        weights = torch.softmax(x @ keys.T, -1)
        return x + weights @ self.value(keys)


class Router(nn.Module):
    def __init__(self, size, depth=2):
        super().__init__()
        self.stages = nn.ModuleList(Stage(size) for _ in range(depth))

    def forward(self, x, memory=None):
        memory = memory or Memory()
        for stage in self.stages:
            x = checkpoint(stage, x, memory=memory, use_reentrant=False)  #~ checkpoint-mismatch
        return x
