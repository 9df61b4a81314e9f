# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from watchers import ActivationWatcher


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 2))
    watcher = ActivationWatcher(net)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(30):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), watcher.summary())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from watchers import ActivationWatcher


class Right(ActivationWatcher):
    def keep(self, module, args, out):
        self.last = out.detach()
        self.kept.append(self.last)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 2))
    watcher = Right(net)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(30):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), watcher.summary())


main()
# file: watchers.py
import torch


class ActivationWatcher:
    def __init__(self, net):
        self.kept, self.last = [], None
        net[0].register_forward_hook(self.keep)

    def keep(self, module, args, out):
        self.last = out.detach()  #! decoy
        self.kept.append(out)  #~ growing-graph

    def summary(self):
        with torch.no_grad():  #! decoy
            return torch.stack([k.abs().mean() for k in self.kept]).mean().item()
