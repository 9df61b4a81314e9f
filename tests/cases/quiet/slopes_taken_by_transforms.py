import torch
from torch import nn
from torch.func import grad, vmap

torch.manual_seed(0)
height = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1, bias=False))
optimizer = torch.optim.Adam(height.parameters(), lr=1e-2)


def at_point(x):
    return height(x).squeeze(-1)


def total(x):
    """An engine's own gradient, which a transform that keeps a history allows."""
    y = x * 1.5
    (slope,) = torch.autograd.grad(at_point(y), y, create_graph=True)
    return slope.pow(2).sum()


for step in range(3):
    points = torch.rand(6, 2)
    slopes = vmap(grad(at_point))(points)
    curved = vmap(grad(total))(points)
    loss = slopes.pow(2).mean() + curved.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
