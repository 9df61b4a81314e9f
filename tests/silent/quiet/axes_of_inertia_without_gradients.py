# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(3, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    p = torch.randn(16, 3, requires_grad=True)
    with torch.no_grad():
        c = p - p.mean(0)
        _, axes = torch.linalg.eigh(c.T @ c)
    e = net((p - p.mean(0)) @ axes).sum()
    f = -torch.autograd.grad(e, p, create_graph=True)[0]
    loss = (f + p.detach()).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
