# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(4, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.randn(32, 2, requires_grad=True)
    with torch.no_grad():
        c = x[:4] * 1.0
        for _ in range(3):
            a = torch.cdist(x, c).argmin(1)
            c = torch.stack([x[a == k].mean(0) if (a == k).any() else c[k] for k in range(4)])
    phi = torch.exp(-(x[:, None] - c).square().sum(-1))
    u = net(phi)
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = (u - 1).square().mean() + g.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
