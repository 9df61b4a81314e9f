# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


net = mlp(5, 3)
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.randn(32, 5)
    y = torch.randint(0, 3, (32,))
    known = (torch.rand(32) > 0.3).unsqueeze(1)
    each = F.cross_entropy(net(x), y, reduction="none")
    loss = torch.where(known, each, torch.zeros(())).mean()  #~ broadcast-loss
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
    x = torch.randn(16, 3)
    k = torch.randn(16).unsqueeze(-1)
    h = net(x).squeeze(-1)
    cov = (k - k.mean()) * (h - h.mean())  # every key with every output: a table that is weighed next
    w = torch.softmax(x @ x.T, -1)
    loss = (cov * w).sum() + h.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
