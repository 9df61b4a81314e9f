import torch
from torch import nn
from torch.func import jvp

torch.manual_seed(0)
height = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(height.parameters(), lr=1e-2)


def steepness(at):
    (slope,) = torch.autograd.grad(height(at).sum(), at, create_graph=True)  #~ function-transforms
    return slope.pow(2).sum(-1)


for step in range(3):
    points = torch.rand(6, 2, requires_grad=True)  #! decoy
    value, change = jvp(steepness, (points,), (torch.ones(6, 2),))
    loss = value.mean() + change.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
