# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(6, 6)
        self.right = nn.Linear(6, 6)

    def forward(self, x):
        a, b = self.left(x), self.right(x)
        if b.requires_grad:
            b.register_hook(lambda g: g.mul_(0.1))  #~ overwriting-backward
        return a + b


torch.manual_seed(0)
net = nn.Sequential(Block(), nn.Tanh(), nn.Linear(6, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(10):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(6, 6)
        self.right = nn.Linear(6, 6)

    def forward(self, x):
        a, b = self.left(x), self.right(x)
        if b.requires_grad:
            b.register_hook(lambda g: g.mul(0.1))
        return a + b


torch.manual_seed(0)
net = nn.Sequential(Block(), nn.Tanh(), nn.Linear(6, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(10):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
