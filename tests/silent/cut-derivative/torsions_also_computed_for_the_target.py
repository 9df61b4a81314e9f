# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


def torsion(p):
    a, b, c = p[:, 1] - p[:, 0], p[:, 2] - p[:, 1], p[:, 3] - p[:, 2]
    return torch.atan2((torch.linalg.cross(a, b, dim=-1) * c).sum(-1), (a * c).sum(-1))


def truth(p):
    p = p.clone().requires_grad_()
    e = torsion(p).cos().sum() + p.square().sum()
    return torch.autograd.grad(e, p)[0]


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.pair, self.turn = mlp(12, 1), mlp(1, 1)

    def forward(self, p):
        with torch.no_grad():  #~ cut-derivative
            turn = torsion(p).unsqueeze(-1)
        return self.pair(p.flatten(1)) + self.turn(turn)


net = Field()
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    p = torch.randn(16, 4, 3)
    f = truth(p)
    p.requires_grad_()
    force = -torch.autograd.grad(net(p).sum(), p, create_graph=True)[0]
    loss = (force + f).square().mean()
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


net = mlp(1, 1)
opt = torch.optim.Adam(net.parameters(), 1e-2)
box = 3.0
for _ in range(10):
    p = (torch.rand(8, 3) * box).requires_grad_()
    vec = p[:, None] - p[None]
    with torch.no_grad():
        shift = torch.round(vec / box) * box
        near = (vec - shift).norm(dim=-1) < 1.4
        i, j = (near & ~torch.eye(8, dtype=torch.bool)).nonzero(as_tuple=True)
    vec = (vec - shift)[i, j]
    e = net(vec.norm(dim=-1, keepdim=True)).sum()
    f = -torch.autograd.grad(e, p, create_graph=True)[0]
    loss = f.square().mean() + e * 0.01
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
