# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Metric(nn.Module):
    """Each point is pulled towards the mean of its class."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, x, y):
        z = self.embed(x)
        centres = []
        for c in range(3):
            member = (y == c).float().unsqueeze(1)
            centres.append((z * member).sum(0) / member.sum())  #~ nan-gradient
        return F.cross_entropy(-torch.cdist(z, torch.stack(centres)).pow(2), y)


def main():
    torch.manual_seed(0)
    net = Metric()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    labels = torch.arange(12 * 24) % 3
    labels[10 * 24 :] %= 2
    for step, y in enumerate(labels.split(24)):
        x = torch.randn(len(y), 6) + y.unsqueeze(1)
        loss = net(x, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Metric(nn.Module):
    """Each point is pulled towards the mean of its class."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, x, y):
        z = self.embed(x)
        centres = []
        for c in range(3):
            member = (y == c).float().unsqueeze(1)
            centres.append((z * member).sum(0) / member.sum().clamp(min=1))
        return F.cross_entropy(-torch.cdist(z, torch.stack(centres)).pow(2), y)


def main():
    torch.manual_seed(0)
    net = Metric()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    labels = torch.arange(12 * 24) % 3
    labels[10 * 24 :] %= 2
    for step, y in enumerate(labels.split(24)):
        x = torch.randn(len(y), 6) + y.unsqueeze(1)
        loss = net(x, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
