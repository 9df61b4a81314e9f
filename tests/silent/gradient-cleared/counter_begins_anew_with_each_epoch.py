# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from accumulating import Accumulator


def batches(n):
    for _ in range(n):
        x = torch.randn(8, 5)
        yield x, x.sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 1))
    steps = Accumulator(torch.optim.SGD(net.parameters(), lr=0.05), every=5)
    for epoch in range(6):
        net.zero_grad()  #! decoy
        steps.begin()
        for x, y in batches(17):
            steps.add(F.mse_loss(net(x), y))
        print(epoch)


main()
# file: accumulating.py
class Accumulator:
    """Steps after every so many losses."""

    def __init__(self, optimizer, every):
        self.optimizer, self.every, self.count = optimizer, every, 0

    def begin(self):
        self.count = 0

    def add(self, loss):
        (loss / self.every).backward()
        self.count += 1
        if self.count == self.every:  #~ gradient-cleared
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.count = 0
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from accumulating import Accumulator


def batches(n):
    for _ in range(n):
        x = torch.randn(8, 5)
        yield x, x.sum(1, keepdim=True)


def main():
    """What is left of an epoch goes into the first step of the next; or there is hardly anything left."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 1))
    steps = Accumulator(torch.optim.SGD(net.parameters(), lr=0.05), every=5)
    for _ in range(6):
        for x, y in batches(17):
            steps.add(F.mse_loss(net(x), y))
    steps.optimizer.step()
    for _ in range(4):
        net.zero_grad()
        steps.begin()
        for x, y in batches(21):
            steps.add(F.mse_loss(net(x), y))
    print(steps.count)


main()
