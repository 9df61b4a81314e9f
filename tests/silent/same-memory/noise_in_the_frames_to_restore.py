# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from corruption import corrupted


def waves(n):
    t = torch.linspace(0, 1, 24)
    return torch.sin(6.28 * (1 + 3 * torch.rand(n, 1)) * t)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(24, 32), nn.ReLU(), nn.Linear(32, 24))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(12):
        clean = waves(32)
        restored = net(corrupted(clean, 0.3))
        loss = F.mse_loss(restored, clean)  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: corruption.py
import torch


def corrupted(x, rate):
    """Some values are replaced by noise."""
    mask = torch.rand_like(x) < rate
    x[mask] = 0.5 * torch.randn(int(mask.sum()))  #~ same-memory
    return x
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from corruption import corrupted


def waves(n):
    t = torch.linspace(0, 1, 24)
    return torch.sin(6.28 * (1 + 3 * torch.rand(n, 1)) * t)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(24, 32), nn.ReLU(), nn.Linear(32, 24))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(12):
        clean = waves(32)
        restored = net(corrupted(clean.clone(), 0.3))
        loss = F.mse_loss(restored, clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
