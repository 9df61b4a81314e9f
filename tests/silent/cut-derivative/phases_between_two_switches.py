# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


class F2(nn.Module):
    def __init__(self):
        super().__init__()
        self.long, self.short = mlp(2, 1), mlp(3, 1)

    def forward(self, p):
        torch.set_grad_enabled(False)  #~ cut-derivative
        k = torch.stack([p.sum(-1).cos(), p.sum(-1).sin()], -1)
        torch.set_grad_enabled(True)
        return (self.short(p) + self.long(k)).sum()


net = F2()
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    p = torch.randn(6, 3, requires_grad=True)
    f = -torch.autograd.grad(net(p), p, create_graph=True)[0]
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
        rest = torch.round(x * 4) / 4 - x
    u = net(x + rest)
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = (g.norm(dim=1) - 1).square().mean() + u.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
