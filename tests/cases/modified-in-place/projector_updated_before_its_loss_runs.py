# file: main.py
import torch

from rounds import Rounds


def main():
    torch.manual_seed(0)
    rounds = Rounds()
    for number in range(3):
        print(number, rounds.play(torch.randn(12, 5)))  #! decoy


if __name__ == "__main__":
    main()
# file: rounds.py
import torch
from torch import nn

from updating import Updater


class Rounds:
    """A generator and a projector that judge each other."""

    def __init__(self):
        self.generator = nn.Sequential(nn.Linear(3, 16), nn.GELU(), nn.Linear(16, 5))
        self.projector = nn.Sequential(nn.Linear(5, 16), nn.GELU(), nn.Linear(16, 4), nn.GELU(), nn.Linear(4, 1))
        self.updaters = {
            "generator": Updater(self.generator, 1e-3),
            "projector": Updater(self.projector, 1e-3),
        }

    def play(self, real):
        fake = self.generator(torch.randn(len(real), 3))
        fooled = -self.projector(fake).mean()  #~ modified-in-place
        margin = self.projector(fake.detach()).mean() - self.projector(real).mean()
        losses = {"projector": margin, "generator": fooled}
        return {name: self.updaters[name].apply(loss) for name, loss in losses.items()}  #~ modified-in-place
# file: updating.py
import torch


class Updater:
    def __init__(self, module, rate):
        self.optimizer = torch.optim.RMSprop(module.parameters(), lr=rate)

    def apply(self, loss):
        self.optimizer.zero_grad()
        loss.backward()  #! decoy
        self._advance()  #! decoy
        return loss.item()

    def _advance(self):
        self.optimizer.step()  #! decoy
