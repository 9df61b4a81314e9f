# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol = mlp(4, 3)
opt = torch.optim.Adam(pol.parameters(), 1e-2)


def rollout(n):
    s = torch.randn(n, 4)
    with torch.no_grad():
        a = torch.distributions.Categorical(logits=pol(s)).sample()
    r = (a == s[:, :3].argmax(1)).float()
    return s, a, r.unsqueeze(-1)


for _ in range(10):
    s, a, r = rollout(32)
    r = (r - r.mean()) / (r.std() + 1e-6)
    logp = torch.distributions.Categorical(logits=pol(s)).log_prob(a)
    loss = -(logp * r).mean()  #~ broadcast-loss
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
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
    with torch.no_grad():
        adv = r - base(s)
        adv = (adv - adv.mean()) / adv.std()
    loss = -(d.log_prob(a).unsqueeze(-1) * adv).mean() + F.mse_loss(base(s), r)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
