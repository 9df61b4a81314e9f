# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(3, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)


def repulsion(p):
    d = (p[:, None] - p[None]).square().sum(-1) + 0.5
    return d.reciprocal().sum()


for _ in range(10):
    p = torch.randn(16, 3, requires_grad=True)
    with torch.no_grad():  #~ cut-derivative
        prior = repulsion(p)
    e = net(p).sum() + prior
    f = -torch.autograd.grad(e, p, create_graph=True)[0]
    loss = (f + p.detach()).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(3, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.randn(16, 3, requires_grad=True)
    with torch.no_grad():
        scale = x.pow(2).mean().sqrt() + 1e-6
        middle = (x.amax(0) + x.amin(0)) / 2
    u = net((x - middle) / scale)
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = (g.norm(dim=1) - 1).square().mean() + u.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
