# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
meter = nn.Sequential(nn.Linear(8, 24), nn.Tanh(), nn.Linear(24, 3))
optimizer = torch.optim.SGD(meter.parameters(), lr=0.05)


def by_sign(slope):
    return slope.sign()


def by_length(slope):
    return slope / slope.norm(dim=1, keepdim=True).clamp_min(1e-8)


def worst(readings, kinds, direction, reach=0.2):
    """The readings where the loss is largest nearby: constants, by first-order slopes."""
    nudge = torch.empty_like(readings).uniform_(-reach, reach)
    for _ in range(3):
        nudge.requires_grad_(True)
        slope, = torch.autograd.grad(nn.functional.cross_entropy(meter(readings + nudge), kinds), nudge)
        nudge = (nudge.detach() + 0.1 * direction(slope)).clamp(-reach, reach)
    return (readings + nudge).detach()


for step in range(24):
    readings = torch.randn(32, 8)
    kinds = readings[:, :3].argmax(1)
    direction = by_sign if step % 2 else by_length
    loss = nn.functional.cross_entropy(meter(readings), kinds)
    loss = loss + nn.functional.cross_entropy(meter(worst(readings, kinds, direction)), kinds)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
