# file: main.py
import torch
import torch.nn.functional as F

from towers import Regressor


def main():
    torch.manual_seed(0)
    net = Regressor(width=12)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(20, 5)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from towers import Tower


def main():
    torch.manual_seed(0)
    net = Tower(12, 1, tune=True)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(20, 5)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: towers.py
import torch
import torch.nn as nn


class Tower(nn.Module):
    def __init__(self, width, out, tune=False):
        super().__init__()
        self.tune = tune
        self.body, self.head = nn.Linear(5, width), nn.Linear(width, out)

    def forward(self, x):
        if not self.tune:
            with torch.no_grad():  #! decoy
                h = self.body(x).relu()
        else:
            h = self.body(x).relu()
        return self.head(h)


class Regressor(Tower):
    def __init__(self, width):
        super().__init__(width, out=1)  #~ grad-disabled
