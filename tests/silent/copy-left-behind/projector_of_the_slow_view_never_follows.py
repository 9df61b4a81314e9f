# file: main.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


class View(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 8, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(72, 24))
        self.projector = nn.Sequential(nn.Linear(24, 24), nn.BatchNorm1d(24), nn.ReLU(), nn.Linear(24, 12))

    def forward(self, x):
        return self.projector(self.encoder(x))


class Bootstrap(nn.Module):
    def __init__(self):
        super().__init__()
        self.fast = View()
        self.slow = copy.deepcopy(self.fast)
        self.guess = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 12))
        self.slow.requires_grad_(False)

    def loss(self, one, other):
        seen = F.normalize(self.guess(self.fast(one)), dim=1)
        wanted = F.normalize(self.slow(other).detach(), dim=1)
        return (2 - 2 * (seen * wanted).sum(1)).mean()

    def follow(self):
        fast = dict(self.fast.named_parameters())
        for name, slow in self.slow.named_parameters():
            if name.startswith("encoder"):
                slow.lerp_(fast[name].detach(), 0.05)  #~ copy-left-behind


torch.manual_seed(0)
model = Bootstrap()
optimizer = torch.optim.Adam([*model.fast.parameters(), *model.guess.parameters()], lr=3e-3)
for step in range(24):
    pictures = torch.rand(16, 1, 8, 8)
    loss = model.loss(pictures + 0.1 * torch.randn_like(pictures), pictures.flip(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.follow()
    print(step, loss.item())
# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


class View(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 8, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(72, 24))
        self.projector = nn.Sequential(nn.Linear(24, 24), nn.BatchNorm1d(24), nn.ReLU(), nn.Linear(24, 12))
        self.guess = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 12))

    def project(self, x):
        return self.projector(self.encoder(x))


class Bootstrap(nn.Module):
    """The slow view has a guess of its own, which nothing uses."""

    def __init__(self):
        super().__init__()
        self.fast = View()
        self.slow = copy.deepcopy(self.fast)
        self.slow.requires_grad_(False)

    def loss(self, one, other):
        seen = F.normalize(self.fast.guess(self.fast.project(one)), dim=1)
        wanted = F.normalize(self.slow.project(other).detach(), dim=1)
        return (2 - 2 * (seen * wanted).sum(1)).mean()

    def follow(self):
        fast = dict(self.fast.named_parameters())
        for name, slow in self.slow.named_parameters():
            if not name.startswith("guess"):
                slow.lerp_(fast[name].detach(), 0.05)


torch.manual_seed(0)
model = Bootstrap()
optimizer = torch.optim.Adam(model.fast.parameters(), lr=3e-3)
for step in range(24):
    pictures = torch.rand(16, 1, 8, 8)
    loss = model.loss(pictures + 0.1 * torch.randn_like(pictures), pictures.flip(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    model.follow()
    print(step, loss.item())
