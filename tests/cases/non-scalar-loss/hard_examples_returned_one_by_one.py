# file: main.py
import torch
from torch import nn

from mining import Mined


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 1)
    criterion = Mined(keep=0.25)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(6):
        x = torch.randn(16, 6)
        criterion.mine = step < 3
        loss = criterion(net(x).squeeze(-1), x.sum(1))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.mean().item())


main()
# file: mining.py
import torch


def squared(prediction, wanted):
    return (prediction - wanted) ** 2  #! decoy


class Mined:
    """The mean over the hardest examples, or over all."""

    def __init__(self, keep):
        self.keep, self.mine = keep, True

    def __call__(self, prediction, wanted):
        if not self.mine:
            return squared(prediction, wanted)  #~ non-scalar-loss
        errors = squared(prediction, wanted)
        hardest = errors.topk(max(1, int(self.keep * len(errors)))).values
        return torch.mean(hardest)
