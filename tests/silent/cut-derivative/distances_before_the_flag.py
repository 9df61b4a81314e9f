# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net, far = mlp(3, 1), mlp(1, 1)
opt = torch.optim.Adam([*net.parameters(), *far.parameters()], 1e-2)
i, j = torch.triu_indices(6, 6, 1)
for _ in range(10):
    p = torch.randn(6, 3)
    d = (p[i] - p[j]).norm(dim=-1, keepdim=True)  #~ cut-derivative
    p.requires_grad_()
    e = net(p).sum() + far(d).sum()
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


net = mlp(2, 1); opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.rand(32, 2)
    source = torch.sin(3 * x).sum(1, keepdim=True)
    inside = x[:, :1] * (1 - x[:, :1])
    start = x.clone()
    x.requires_grad_()
    u = net(x) * inside
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    gap = (u - source)
    h = torch.autograd.grad(gap.square().sum(), x, create_graph=True)[0]
    loss = (g.sum(1, keepdim=True) - source).square().mean() + 0.01 * h.square().mean() + 0.1 * (x - start).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
