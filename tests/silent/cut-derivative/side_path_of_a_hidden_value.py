# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


enc, head, aux = mlp(4, 6), mlp(6, 1), mlp(6, 1)
opt = torch.optim.Adam([*enc.parameters(), *head.parameters(), *aux.parameters()], 1e-2)
for _ in range(10):
    z = enc(torch.randn(16, 4))
    with torch.no_grad():  #~ cut-derivative
        side = (z.roll(1, 1) * z).tanh()
    v = head(z) + aux(side)
    g = torch.autograd.grad(v.sum(), z, create_graph=True)[0]
    loss = (g.norm(dim=1) - 1).square().mean() + v.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import copy
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


critic = mlp(3, 1)
slow = copy.deepcopy(critic).requires_grad_(False)
opt = torch.optim.Adam(critic.parameters(), 1e-2)
for _ in range(10):
    x = torch.randn(16, 3, requires_grad=True)
    with torch.no_grad():
        wanted = slow(x + 0.1).tanh()
    err = (critic(x) - wanted).square()
    g = torch.autograd.grad(err.sum(), x, create_graph=True)[0]
    loss = err.mean() + 0.1 * g.square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
