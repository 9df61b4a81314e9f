# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


edge, own = mlp(1, 1), mlp(3, 1)
opt = torch.optim.Adam([*edge.parameters(), *own.parameters()], 1e-2)
i, j = torch.triu_indices(6, 6, 1)
for _ in range(10):
    p = torch.randn(6, 3, requires_grad=True)
    with torch.no_grad():  #~ cut-derivative
        r = (p[i] - p[j]).norm(dim=-1, keepdim=True)
    e = own(p).sum() + edge(r).sum()
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


msg, up = mlp(1, 4), mlp(4, 1)
opt = torch.optim.Adam([*msg.parameters(), *up.parameters()], 1e-2)


@torch.no_grad()
def graph(p, r=1.5):
    d = torch.cdist(p, p)
    near = ((d < r) & (d > 0)).float()
    return near, near.sum(1, keepdim=True).clamp(min=1)


for _ in range(10):
    p = torch.randn(8, 3, requires_grad=True)
    near, deg = graph(p)
    d = (p[:, None] - p[None]).square().sum(-1).add(1e-6).sqrt()
    h = (msg(d[..., None]) * near[..., None]).sum(1) / deg
    f = -torch.autograd.grad(up(h).sum(), p, create_graph=True)[0]
    loss = (f + p.detach()).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
