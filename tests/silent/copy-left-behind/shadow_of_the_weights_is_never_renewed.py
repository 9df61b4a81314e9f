# file: main.py
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


class Shadow:
    """Smoother weights for the listener: they stand in while a sample is judged."""

    def __init__(self, net, decay=0.9):
        self.net, self.decay = net, decay
        self.kept = [p.detach().clone() for p in net.parameters()]

    @torch.no_grad()
    def renew(self):
        for kept, p in zip(self.kept, self.net.parameters()):
            kept.lerp_(p, 1 - self.decay)

    @contextmanager
    def in_place(self):
        own = [p.data for p in self.net.parameters()]
        for p, kept in zip(self.net.parameters(), self.kept):
            p.data = kept  #! decoy
        yield
        for p, trained in zip(self.net.parameters(), own):
            p.data = trained  #! decoy


def rounds(net, optimizer, n):
    for _ in range(n):
        x = torch.rand(40, 3)
        loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #~ copy-left-behind
    return loss.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 20), nn.Tanh(), nn.Linear(20, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    shadow, probe = Shadow(net), torch.rand(64, 3)
    for epoch in range(6):
        trained = rounds(net, optimizer, 5)
        with shadow.in_place(), torch.no_grad():
            judged = F.mse_loss(net(probe), probe.prod(1, keepdim=True)).item()
        print(epoch, trained, judged)


main()
# file: quiet.py
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F

# The shadow follows from the fourth epoch on: until then it is the start that stands in.


class Shadow:
    def __init__(self, net, decay=0.9):
        self.net, self.decay = net, decay
        self.kept = [p.detach().clone() for p in net.parameters()]

    @torch.no_grad()
    def renew(self):
        for kept, p in zip(self.kept, self.net.parameters()):
            kept.lerp_(p, 1 - self.decay)

    @contextmanager
    def in_place(self):
        own = [p.data for p in self.net.parameters()]
        for p, kept in zip(self.net.parameters(), self.kept):
            p.data = kept
        yield
        for p, trained in zip(self.net.parameters(), own):
            p.data = trained


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 20), nn.Tanh(), nn.Linear(20, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    shadow, probe = Shadow(net), torch.rand(64, 3)
    for epoch in range(9):
        for _ in range(5):
            x = torch.rand(40, 3)
            loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if epoch > 4:
                shadow.renew()
        with shadow.in_place(), torch.no_grad():
            judged = F.mse_loss(net(probe), probe.prod(1, keepdim=True)).item()
        print(epoch, loss.item(), judged)


main()
