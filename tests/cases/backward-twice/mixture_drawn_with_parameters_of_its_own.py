# file: main.py
import torch
from torch import nn

from mixture import draw


def fit(points, steps=5):
    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    scaled = points / points.detach().abs().max()  #! decoy
    for step in range(steps):
        loss = (model(torch.zeros_like(scaled)) - scaled).pow(2).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


torch.manual_seed(0)
fit(draw(50))
# file: mixture.py
import torch

CENTRES = 3


def draw(count):
    """Points around a few centres; the centres are drawn first."""
    centres = torch.randn(CENTRES, 2, requires_grad=True)  #~ backward-twice
    spread = torch.rand(CENTRES, 1).requires_grad_()
    which = torch.randint(CENTRES, (count,))
    return centres[which] + spread[which].exp() * torch.randn(count, 2)  #! decoy
