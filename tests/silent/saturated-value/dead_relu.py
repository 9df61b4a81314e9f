# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def initialise(layer, bias):
    nn.init.kaiming_normal_(layer.weight)
    nn.init.constant_(layer.bias, bias)
    return layer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = nn.Linear(4, 1)
        self.inner = initialise(nn.Linear(4, 16), -100.0)
        self.outer = nn.Linear(16, 1)

    def forward(self, x):
        h = F.relu(self.inner(x))  #~ saturated-value
        return self.outer(h) + self.skip(x)


def train(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    losses = []
    for _ in range(8):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


torch.manual_seed(0)
x = torch.randn(64, 4)
print(train(Net(), x, x.abs().sum(1, keepdim=True)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def initialise(layer, bias):
    nn.init.kaiming_normal_(layer.weight)
    nn.init.constant_(layer.bias, bias)
    return layer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = nn.Linear(4, 1)
        self.inner = initialise(nn.Linear(4, 16), -0.1)
        self.outer = nn.Linear(16, 1)

    def forward(self, x):
        h = F.relu(self.inner(x))
        return self.outer(h) + self.skip(x)


def train(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    losses = []
    for _ in range(8):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


torch.manual_seed(0)
x = torch.randn(64, 4)
print(train(Net(), x, x.abs().sum(1, keepdim=True)))
