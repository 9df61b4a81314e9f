# file: quiet.py
import random

import torch
import torch.nn as nn

random.seed(0)
torch.manual_seed(0)
energy = nn.Sequential(nn.Linear(2, 16), nn.SiLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(energy.parameters(), lr=1e-3)
kept = [torch.rand(1, 2) for _ in range(16)]


def sampled(steps=6):
    x = torch.cat(random.choices(kept, k=16)).detach().requires_grad_()
    for parameter in energy.parameters():
        parameter.requires_grad_(False)
    for _ in range(steps):
        (slope,) = torch.autograd.grad(energy(x).sum(), x)
        x.data.add_(-0.1 * slope + 0.01 * torch.randn_like(x)).clamp_(-2, 2)
    for parameter in energy.parameters():
        parameter.requires_grad_(True)
    return x


for step in range(40):
    real = 0.2 * torch.randn(16, 2) + 0.5
    fake = sampled()
    kept = [*fake.chunk(16), *kept][:64]
    low, high = energy(torch.cat([real, fake])).chunk(2)
    loss = low.mean() - high.mean() + 0.1 * (low**2 + high**2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), len(kept))
