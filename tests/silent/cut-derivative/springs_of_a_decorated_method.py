# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


class Springs(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = nn.Parameter(torch.rand(5))
        self.site = mlp(3, 1)

    @torch.no_grad()  #~ cut-derivative
    def stretch(self, p):
        return (p[:, 1:] - p[:, :-1]).square().sum(-1)

    def forward(self, p):
        return (self.k * self.stretch(p)).sum() + self.site(p).sum()


net = Springs()
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    p = torch.randn(16, 6, 3, requires_grad=True)
    (g,) = torch.autograd.grad(net(p), p, create_graph=True)
    loss = F.mse_loss(g, torch.zeros_like(g))
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


net, val = mlp(3, 1), mlp(3, 4)
out = mlp(4, 1)
opt = torch.optim.Adam([*net.parameters(), *val.parameters(), *out.parameters()], 1e-2)
for _ in range(10):
    x = torch.randn(16, 3, requires_grad=True)
    with torch.no_grad():
        w = torch.softmax(-torch.cdist(x, x), dim=1)
    u = out(w @ val(x)) + net(x)
    g = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    loss = (g.norm(dim=1) - 1).square().mean() + u.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
