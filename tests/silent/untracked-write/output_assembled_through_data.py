# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SplitHead(nn.Module):
    """Mean and scale come from two networks and go into one tensor."""

    def __init__(self, d=5):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(d, 12), nn.Tanh(), nn.Linear(12, 2))
        self.scale = nn.Sequential(nn.Linear(d, 12), nn.Tanh(), nn.Linear(12, 2))

    def forward(self, x):
        out = torch.zeros(len(x), 4)
        out[:, :2] = self.mean(x)
        out.data[:, 2:] = F.softplus(self.scale(x)) + 1e-3  #~ untracked-write|untracked-change|detached-tensor
        return out


def nll(out, y):
    mean, scale = out.chunk(2, dim=1)
    return (scale.log() + 0.5 * ((y - mean) / scale) ** 2).mean()


def main():
    torch.manual_seed(0)
    model = SplitHead()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(48, 5)
    y = x[:, :2] * 2 + torch.randn(48, 2) * 0.5
    for epoch in range(6):
        out = model(x)
        loss = nll(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), out.data[:, 2:].mean().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SplitHead(nn.Module):
    """Mean and scale come from two networks and go into one tensor."""

    def __init__(self, d=5):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(d, 12), nn.Tanh(), nn.Linear(12, 2))
        self.scale = nn.Sequential(nn.Linear(d, 12), nn.Tanh(), nn.Linear(12, 2))

    def forward(self, x):
        out = torch.zeros(len(x), 4)
        out[:, :2] = self.mean(x)
        out[:, 2:] = F.softplus(self.scale(x)) + 1e-3
        return out


def nll(out, y):
    mean, scale = out.chunk(2, dim=1)
    return (scale.log() + 0.5 * ((y - mean) / scale) ** 2).mean()


def main():
    torch.manual_seed(0)
    model = SplitHead()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(48, 5)
    y = x[:, :2] * 2 + torch.randn(48, 2) * 0.5
    for epoch in range(6):
        out = model(x)
        loss = nll(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), out.data[:, 2:].mean().item())


main()
