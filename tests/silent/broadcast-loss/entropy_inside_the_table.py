# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol = mlp(4, 3)
opt = torch.optim.Adam(pol.parameters(), 1e-2)
for _ in range(10):
    s = torch.randn(32, 4)
    d = torch.distributions.Categorical(logits=pol(s))
    a = d.sample()
    ret = torch.randn(32)[:, None]
    gain = ret - ret.mean()
    each = -d.log_prob(a) * gain - 0.01 * d.entropy()  #~ broadcast-loss
    loss = each.sum(-1).mean()
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


a, b = mlp(3, 1), mlp(3, 1)
opt = torch.optim.Adam([*a.parameters(), *b.parameters()], 1e-2)
wx = torch.rand(16)
for _ in range(10):
    x = torch.rand(16, 3)
    f = a(x).squeeze(1)
    total = (wx.unsqueeze(1) * f).sum()
    table = f[:, None] * wx
    loss = (total - 1).square() + (table - torch.outer(wx, wx)).square().mean() + b(x).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
