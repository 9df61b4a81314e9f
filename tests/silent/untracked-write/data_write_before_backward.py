# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stats:
    """Rescales activations for a plot."""

    def __init__(self):
        self.peaks = []

    def note(self, h):
        h.data.div_(h.data.abs().max())  #~ untracked-write|untracked-change
        self.peaks.append(h.data.mean().item())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 10)
        self.second = nn.Linear(10, 1)

    def forward(self, x):
        self.hidden = torch.exp(self.first(x))
        return self.second(self.hidden)


def main():
    torch.manual_seed(0)
    net, stats = Net(), Stats()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    x = torch.randn(32, 6)
    y = x.sum(1, keepdim=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        stats.note(net.hidden)
        loss.backward()
        optimizer.step()
    print(loss.item(), stats.peaks[-1])  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stats:
    """Rescales activations for a plot."""

    def __init__(self):
        self.peaks = []

    def note(self, h):
        scaled = h.detach() / h.detach().abs().max()
        self.peaks.append(scaled.mean().item())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 10)
        self.second = nn.Linear(10, 1)

    def forward(self, x):
        self.hidden = torch.exp(self.first(x))
        return self.second(self.hidden)


def main():
    torch.manual_seed(0)
    net, stats = Net(), Stats()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    x = torch.randn(32, 6)
    y = x.sum(1, keepdim=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        stats.note(net.hidden)
        loss.backward()
        optimizer.step()
    print(loss.item(), stats.peaks[-1])


main()
