# file: main.py
import torch
import torch.nn.functional as F

from model import TwoTowers


def main(steps=8):
    torch.manual_seed(0)
    model = TwoTowers(("left", "right"), 6)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #~ unregistered-module
    for step in range(steps):
        batch = {name: torch.randn(16, 6) for name in ("left", "right")}
        loss = F.mse_loss(model(batch), batch["left"][:, :1] * batch["right"][:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: model.py
import torch
import torch.nn as nn

from base import Routed


class TwoTowers(Routed):
    def __init__(self, names, d):
        super().__init__(names, lambda: nn.Sequential(nn.Linear(d, 12), nn.Tanh()))
        self.head = nn.Linear(12 * len(names), 1)

    def forward(self, batch):
        return self.head(torch.cat([self.route(name, x) for name, x in batch.items()], 1))
# file: base.py
import torch.nn as nn


class Routed(nn.Module):
    def __init__(self, names, make):
        super().__init__()
        self.names = tuple(names)
        self.branches = {name: make() for name in self.names}  #~ unregistered-module

    def route(self, name, x):
        return self.branches[name](x)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Routed(nn.Module):
    def __init__(self, names, make):
        super().__init__()
        self.branches = nn.ModuleDict({name: make() for name in names})

    def route(self, name, x):
        return self.branches[name](x)


class TwoTowers(Routed):
    def __init__(self, names, d):
        super().__init__(names, lambda: nn.Sequential(nn.Linear(d, 12), nn.Tanh()))
        self.head = nn.Linear(12 * len(names), 1)

    def forward(self, batch):
        return self.head(torch.cat([self.route(name, x) for name, x in batch.items()], 1))


torch.manual_seed(0)
model = TwoTowers(("left", "right"), 6)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(8):
    batch = {name: torch.randn(16, 6) for name in ("left", "right")}
    loss = F.mse_loss(model(batch), batch["left"][:, :1] * batch["right"][:, :1])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
