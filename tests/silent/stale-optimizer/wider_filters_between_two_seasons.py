# file: main.py
import torch
import torch.nn as nn

from widening import Widener


class Season:
    """One season's training of a model of tides."""

    def __init__(self, tides):
        self.tides = tides
        self.opt = torch.optim.RMSprop(tides.parameters(), lr=1e-3)

    def train(self, days):
        for _ in range(days):
            sea = torch.randn(12, 2, 16)
            self.opt.zero_grad()
            loss = (self.tides(sea).mean(-1) - sea.mean(-1)).square().mean()
            loss.backward()
            self.opt.step()
        print(loss.item())  #! decoy


torch.manual_seed(0)
tides = nn.Sequential()
tides.add_module("near", nn.Conv1d(2, 6, 3))
tides.add_module("bend", nn.Tanh())
tides.add_module("far", nn.Conv1d(6, 2, 3))
season = Season(tides)
season.train(6)
for name in ("near", "far"):
    Widener(tides).widen(name, 5)
season.train(12)
# file: widening.py
import torch
import torch.nn as nn


def wider(old, width):
    """The same filter, with zeros at its sides."""
    new = nn.Conv1d(old.in_channels, old.out_channels, width, padding="same")  #! decoy
    side = (width - old.kernel_size[0]) // 2
    with torch.no_grad():
        new.weight.copy_(nn.functional.pad(old.weight, (side, side)))
        new.bias.copy_(old.bias)
    return new


class Widener:
    def __init__(self, net):
        self.net = net

    def widen(self, name, width):
        taken = wider(self.net.get_submodule(name), width)
        taken.train(self.net.training)
        self.net.register_module(name, taken)  #~ stale-optimizer
# file: quiet.py
import torch
import torch.nn as nn

from widening import Widener


def train(tides, days):
    opt = torch.optim.RMSprop(tides.parameters(), lr=1e-3)
    for _ in range(days):
        sea = torch.randn(12, 2, 16)
        opt.zero_grad()
        loss = (tides(sea).mean(-1) - sea.mean(-1)).square().mean()
        loss.backward()
        opt.step()
    print(loss.item())


torch.manual_seed(0)
tides = nn.Sequential()
tides.add_module("near", nn.Conv1d(2, 6, 3))
tides.add_module("bend", nn.Tanh())
tides.add_module("far", nn.Conv1d(6, 2, 3))
train(tides, 6)
for name in ("near", "far"):
    Widener(tides).widen(name, 5)
train(tides, 12)
