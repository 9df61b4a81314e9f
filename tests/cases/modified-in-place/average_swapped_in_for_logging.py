# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from average import WeightAverage


def accuracy(model, x, y):
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()  #! decoy


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3))
    average = WeightAverage(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = torch.randn(40, 6), torch.randint(0, 3, (40,))
    for step in range(5):
        loss = F.cross_entropy(model(x), y)
        if step == 3:
            with average.applied(model):  #~ modified-in-place
                print("average", accuracy(model, x, y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.update(model)  #! decoy
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: average.py
from contextlib import contextmanager

import torch


class WeightAverage:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = [p.detach().clone() for p in model.parameters()]  #! decoy

    @torch.no_grad()
    def update(self, model):
        for mean, p in zip(self.shadow, model.parameters()):
            mean.lerp_(p, 1 - self.decay)  #! decoy

    @contextmanager
    def applied(self, model):
        """The averaged weights inside the block, the trained ones again after it."""
        kept = [p.detach().clone() for p in model.parameters()]
        self.write(model, self.shadow)  #~ modified-in-place
        try:
            yield model
        finally:
            self.write(model, kept)  #~ modified-in-place

    @staticmethod
    @torch.no_grad()
    def write(model, values):
        for p, value in zip(model.parameters(), values):
            p.copy_(value)  #~ modified-in-place
