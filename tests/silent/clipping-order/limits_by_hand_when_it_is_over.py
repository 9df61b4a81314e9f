# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def limit(parameters, most=1.0):
    for parameter in parameters:
        if parameter.grad is not None:
            parameter.grad.data.clamp_(-most, most)  #! decoy


class Fitting:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

    def batch(self, x, y):
        self.optimizer.zero_grad()
        loss = F.mse_loss(self.net(x), y)
        loss.backward()
        self.optimizer.step()
        limit(self.net.parameters())  #~ clipping-order
        return loss.item()


torch.manual_seed(0)
fitting = Fitting(nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1)))
for _ in range(12):
    x = torch.randn(32, 5)
    loss = fitting.batch(x, 3 * x.sum(1, keepdim=True))
print(loss)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def limit(parameters, most=1.0):
    for parameter in parameters:
        parameter.grad.clamp_(-most, most)


def usual(x, y, rounds=12):
    net = nn.Linear(5, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(rounds):
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        limit(net.parameters())
        optimizer.step()


def decaying_sum(x, y, rounds=12):
    """Momentum kept in the gradients themselves: each pass adds to what the step before has left, within limits."""
    net = nn.Linear(5, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for _ in range(rounds):
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        for parameter in net.parameters():
            parameter.grad.mul_(0.5)
        limit(net.parameters())


torch.manual_seed(0)
x = torch.randn(32, 5)
usual(x, 3 * x.sum(1, keepdim=True))
decaying_sum(x, 3 * x.sum(1, keepdim=True))
