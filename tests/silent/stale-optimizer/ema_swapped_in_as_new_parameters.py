# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ema import EMA


def evaluate(net, ema, x, y):
    ema.swap_in(net)
    net.eval()
    with torch.no_grad():  #! decoy
        score = F.mse_loss(net(x), y).item()  #! decoy
    ema.swap_out(net)
    net.train()
    return score


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    ema = EMA(net)
    x = torch.randn(40, 5)
    y = x.abs().sum(1, keepdim=True)
    for epoch in range(3):
        for _ in range(4):
            loss = F.mse_loss(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            ema.update(net)
        print(epoch, loss.item(), evaluate(net, ema, x, y))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_ema import EMA


def evaluate(net, ema, x, y):
    ema.swap_in(net)
    net.eval()
    with torch.no_grad():
        score = F.mse_loss(net(x), y).item()
    ema.swap_out(net)
    net.train()
    return score


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    ema = EMA(net)
    x = torch.randn(40, 5)
    y = x.abs().sum(1, keepdim=True)
    for epoch in range(3):
        for _ in range(4):
            loss = F.mse_loss(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            ema.update(net)
        print(epoch, loss.item(), evaluate(net, ema, x, y))


if __name__ == "__main__":
    main()
# file: ema.py
import torch
import torch.nn as nn


class EMA:
    def __init__(self, net, decay=0.9):
        self.decay = decay
        self.shadow = {n: p.detach().clone() for n, p in net.named_parameters()}  #! decoy

    @torch.no_grad()  #! decoy
    def update(self, net):
        for n, p in net.named_parameters():
            self.shadow[n].mul_(self.decay).add_(p, alpha=1 - self.decay)

    def _install(self, net, values):
        for n, value in values.items():
            owner, leaf = n.rsplit(".", 1)
            setattr(net.get_submodule(owner), leaf, nn.Parameter(value.clone()))  #~ stale-optimizer

    def swap_in(self, net):
        self.backup = {n: p.detach().clone() for n, p in net.named_parameters()}  #! decoy
        self._install(net, self.shadow)

    def swap_out(self, net):
        self._install(net, self.backup)
# file: quiet_ema.py
import torch
import torch.nn as nn


class EMA:
    def __init__(self, net, decay=0.9):
        self.decay = decay
        self.shadow = {n: p.detach().clone() for n, p in net.named_parameters()}

    @torch.no_grad()
    def update(self, net):
        for n, p in net.named_parameters():
            self.shadow[n].mul_(self.decay).add_(p, alpha=1 - self.decay)

    def _install(self, net, values):
        for n, value in values.items():
            owner, leaf = n.rsplit(".", 1)
            getattr(net.get_submodule(owner), leaf).data.copy_(value)

    def swap_in(self, net):
        self.backup = {n: p.detach().clone() for n, p in net.named_parameters()}
        self._install(net, self.shadow)

    def swap_out(self, net):
        self._install(net, self.backup)
