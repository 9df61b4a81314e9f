# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol = mlp(4, 2)
opt = torch.optim.Adam(pol.parameters(), 1e-2)


class Buffer:
    def __init__(self, n):
        self.s = torch.randn(n, 4)
        with torch.no_grad():
            d = torch.distributions.Normal(pol(self.s), 0.5)
            self.a = d.sample()
            self.old = d.log_prob(self.a).sum(-1)
        self.adv = (-(self.a - self.s[:, :2]).square().sum(-1)).view(-1, 1)


for _ in range(10):
    b = Buffer(24)
    adv = (b.adv - b.adv.mean()) / b.adv.std()
    ratio = (torch.distributions.Normal(pol(b.s), 0.5).log_prob(b.a).sum(-1) - b.old).exp()
    clipped = ratio.clamp(0.8, 1.2)
    loss = -torch.min(ratio * adv, clipped * adv).mean()  #~ broadcast-loss
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


net = mlp(3, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.rand(16, 3)
    y = x.sum(1).unsqueeze(-1)
    s = net(x).squeeze(-1)
    sign = (y - y.T).sign()
    loss = F.softplus(-sign * (s.unsqueeze(1) - s)).mean()
    k = torch.exp(-(y - s).square())
    loss = loss - 0.1 * k.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
