# file: main.py
import torch
from torch import nn

field = nn.Sequential(nn.Linear(3, 32), nn.Softplus(beta=10), nn.Linear(32, 1))


def distance_loss(points, on_surface):
    points = points.requires_grad_()
    values = field(points)
    slope = torch.autograd.grad(values.sum(), points, create_graph=True)[0]
    steepness = torch.linalg.vector_norm(slope, dim=0)  #~ wrong-dimension
    unit = (1.0 - steepness).abs().mean()
    return field(on_surface).abs().mean() + 0.1 * unit


torch.manual_seed(0)
optimizer = torch.optim.Adam(field.parameters(), lr=1e-3)
for step in range(20):
    ball = torch.nn.functional.normalize(torch.randn(40, 3), dim=1)
    loss = distance_loss(torch.randn(64, 3), ball)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

field = nn.Sequential(nn.Linear(3, 32), nn.Softplus(beta=10), nn.Linear(32, 1))


def distance_loss(points, on_surface):
    """Several shapes at once: each of their points has a value, and a norm, of its own."""
    points = points.requires_grad_()
    values = field(points)
    slope = torch.autograd.grad(values.sum(), points, create_graph=True)[0]
    steepness = torch.linalg.vector_norm(slope, dim=-1)
    unit = (1.0 - steepness).abs().mean()
    return field(on_surface).abs().mean() + 0.1 * unit


torch.manual_seed(0)
optimizer = torch.optim.Adam(field.parameters(), lr=1e-3)
for step in range(20):
    ball = torch.nn.functional.normalize(torch.randn(40, 3), dim=1)
    loss = distance_loss(torch.randn(4, 16, 3), ball) + distance_loss(torch.randn(64, 3), ball)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
