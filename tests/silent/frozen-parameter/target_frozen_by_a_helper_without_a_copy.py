# file: main.py
import torch

from byol import BYOL


def main():
    torch.manual_seed(0)
    model = BYOL(dict(size=8, dim=6, momentum=0.9))
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(8):
        x = torch.randn(32, 8)
        loss = model(*(x + 0.1 * torch.randn_like(x) for _ in range(2)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.update()
        print(step, loss.item())


main()
# file: quiet.py
import copy

import torch

from byol import BYOL
from nets import frozen


class Right(BYOL):
    def __init__(self, options):
        super().__init__(options)
        self.target = frozen(copy.deepcopy(self.online))
        self.online.requires_grad_(True)


torch.manual_seed(0)
model = Right(dict(size=8, dim=6, momentum=0.9))
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=3e-3)
for step in range(8):
    x = torch.randn(32, 8)
    loss = model(*(x + 0.1 * torch.randn_like(x) for _ in range(2)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.update()
    print(step, loss.item())
# file: nets.py
import torch.nn as nn


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 24), nn.ReLU(), nn.Linear(24, b))


def frozen(net):
    for p in net.parameters():
        p.requires_grad = False  #! decoy
    return net
# file: byol.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from nets import frozen, mlp


class BYOL(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.momentum = options["momentum"]
        self.online = mlp(options["size"], options["dim"])
        self.predictor = mlp(options["dim"], options["dim"])
        self.target = frozen(self.online)  #~ frozen-parameter|stale-optimizer|copied-tensor

    @torch.no_grad()
    def update(self):
        for t, o in zip(self.target.parameters(), self.online.parameters()):
            t.lerp_(o, 1 - self.momentum)

    def forward(self, a, b):
        p = F.normalize(self.predictor(self.online(a)), dim=1)
        with torch.no_grad():
            z = F.normalize(self.target(b), dim=1)
        return 2 - 2 * (p * z).sum(1).mean()
