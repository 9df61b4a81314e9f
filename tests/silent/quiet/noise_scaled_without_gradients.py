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
        bump = 0.1 * x.std(0) * torch.randn_like(x) * x.abs().clamp(max=1)
    u = net(x + bump)
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = u.square().mean() + g.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
