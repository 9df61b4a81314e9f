# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol, base = mlp(4, 3), mlp(4, 1)
opt = torch.optim.Adam([*pol.parameters(), *base.parameters()], 1e-2)
for _ in range(10):
    s = torch.randn(32, 4)
    d = torch.distributions.Categorical(logits=pol(s))
    a = d.sample()
    r = torch.randn(32).unsqueeze(-1)
    v = base(s)
    adv = (r - v).detach()
    adv = adv.clamp(-3, 3)
    loss = (-d.log_prob(a) * adv).sum() / 32 + F.mse_loss(v, r)  #~ broadcast-loss
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)

q, v = nn.Linear(4, 4), nn.Linear(4, 4)
opt = torch.optim.Adam([*q.parameters(), *v.parameters()], 1e-2)
for _ in range(10):
    x = torch.randn(8, 8, 4)
    lens = torch.randint(2, 9, (8,))
    mask = torch.arange(8)[None] < lens[:, None]
    att = (q(x) @ x.transpose(1, 2)).masked_fill(~mask[:, None], -1e9).softmax(-1)
    out = (att @ v(x)) * mask.unsqueeze(-1)
    loss = out.square().sum() / mask.sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
