# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


B = torch.randn(1, 8)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = mlp(17, 1)

    def features(self, x):
        with torch.no_grad():  #~ cut-derivative
            z = x @ B
            return torch.cat([z.sin(), z.cos()], -1)

    def forward(self, x):
        return self.body(torch.cat([x, self.features(x)], -1))


net = Net()
opt = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(10):
    x = torch.rand(32, 1, requires_grad=True)
    u = net(x)
    du = torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]
    loss = (du - u).square().mean() + (net(torch.zeros(1, 1)) - 1).square().mean()
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
for _ in range(10):
    x = torch.rand(32, 1, requires_grad=True)
    u = net(x)
    du = torch.autograd.grad(u, x, torch.ones_like(u), create_graph=True)[0]
    r = du + u
    with torch.no_grad():
        w = r.abs() / r.abs().max()
    g = torch.autograd.grad((w * r).sum(), x, create_graph=True)[0]
    loss = (w * r.square()).mean() + 0.1 * g.square().mean() + (net(torch.zeros(1, 1)) - 1).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
