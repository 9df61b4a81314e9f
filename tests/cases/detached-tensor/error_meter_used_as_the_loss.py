# file: main.py
import torch
from torch import nn

from meters import Meter


class Objective:
    def __init__(self):
        self.meter = Meter()

    def of(self, prediction, wanted):
        return self.meter.update(prediction, wanted) + 0.01  #~ detached-tensor


def check(net, x):
    meter = Meter()
    for part in x.split(4):
        meter.update(net(part).squeeze(-1), part.sum(1))
    return meter.mean()


def main():
    torch.manual_seed(0)
    net, objective, x = nn.Linear(3, 1), Objective(), torch.randn(16, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    print(check(net, x))
    for _ in range(3):
        loss = objective.of(net(x).squeeze(-1), x.sum(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: meters.py
class Meter:
    """A running mean of absolute errors."""

    def __init__(self):
        self.values = []

    def update(self, prediction, wanted):
        error = (prediction.detach() - wanted).abs().mean()  #! decoy
        self.values.append(error.item())
        return error

    def mean(self):
        return sum(self.values) / len(self.values)
