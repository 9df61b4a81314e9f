# file: main.py
from collections import defaultdict

import torch
import torch.nn as nn
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.curves = defaultdict(list)

    def update(self, **values):
        for name, value in values.items():
            self.curves[name].append(value)  #~ growing-graph

    def latest(self, name):
        return float(self.curves[name][-1])


def main(steps=40):
    torch.manual_seed(0)
    net = nn.Linear(6, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    meter = Meter()
    for _ in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x).squeeze(-1), x.sum(1))  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.update(loss=loss)
    print(meter.latest("loss"))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=40):
    """A dictionary by name that holds the latest alone, and lists of plain numbers."""
    torch.manual_seed(0)
    net = nn.Linear(6, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    latest, curves = {}, {}
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x).squeeze(-1), x.sum(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        latest["loss"] = loss
        curves.setdefault("loss", []).append(loss.item())
    print(latest["loss"].item(), curves["loss"][0])


main()
