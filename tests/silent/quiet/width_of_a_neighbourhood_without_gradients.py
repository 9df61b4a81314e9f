# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(3, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.randn(32, 3, requires_grad=True)
    with torch.no_grad():
        d = torch.cdist(x, x)
        dist, near = d.topk(4, largest=False)
        width = dist[:, -1:].mean()
    rel = (x[near] - x[:, None]) / width
    u = net(rel).sum(1)
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = (u - 1).square().mean() + g.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
