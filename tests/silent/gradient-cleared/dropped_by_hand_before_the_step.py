# file: main.py
import torch
from torch import nn


def train_step(net, opt, x, y):
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    for p in net.parameters():
        p.grad = None  #~ gradient-cleared
    opt.step()
    return loss.item()


torch.manual_seed(1)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(64, 4), torch.randint(0, 3, (64,))
for _ in range(6):
    print(train_step(net, opt, x, y))
# file: quiet.py
import torch
from torch import nn


def train_step(net, opt, x, y):
    for p in net.parameters():
        p.grad = None
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(1)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(64, 4), torch.randint(0, 3, (64,))
for _ in range(6):
    print(train_step(net, opt, x, y))
