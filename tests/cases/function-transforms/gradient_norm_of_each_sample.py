import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 6), nn.SiLU(), nn.Linear(6, 1))  #! decoy
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def error_of(x, y):
    return (net(x) - y).pow(2).sum()  #! decoy


def squared_norm(x, y):
    """How much a single sample would move the parameters."""
    gradients = torch.autograd.grad(error_of(x, y), list(net.parameters()))  #~ function-transforms
    return sum(g.pow(2).sum() for g in gradients)


for step in range(3):
    x, y = torch.randn(16, 3), torch.randn(16, 1)  #! decoy
    norms = torch.vmap(squared_norm)(x, y)
    weights = 1 / (1 + norms.detach())
    loss = (weights * (net(x) - y).pow(2).squeeze(-1)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
