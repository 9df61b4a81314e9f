# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 9), nn.Sigmoid(), nn.Linear(9, 1))

    def forward(self, x):
        return self.layers(x)


def to_variable(t):
    return Variable(t.data, requires_grad=True)  #~ detached-tensor|rebuilt-tensor|requires-grad-misuse


def train(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(5):
        loss = to_variable(F.mse_loss(net(x), y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.data.item())  #! decoy


torch.manual_seed(0)
x = torch.randn(20, 6)
train(Net(), x, x.mean(1, keepdim=True))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 9), nn.Sigmoid(), nn.Linear(9, 1))

    def forward(self, x):
        return self.layers(x)


def to_variable(t):
    return t


def train(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(5):
        loss = to_variable(F.mse_loss(net(x), y))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.data.item())


torch.manual_seed(0)
x = torch.randn(20, 6)
train(Net(), x, x.mean(1, keepdim=True))
