# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from reversal import GradReverse


class DANN(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.label, self.domain = nn.Linear(16, 3), nn.Linear(16, 2)
        self.reverse = GradReverse(0.5)

    def forward(self, x):
        h = self.body(x)
        return self.label(h), self.domain(self.reverse(h))


def main():
    torch.manual_seed(0)
    net = DANN()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(4):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        a, b = net(x)
        loss = F.cross_entropy(a, y) + F.cross_entropy(b, torch.randint(0, 2, (16,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: reversal.py
from torch.autograd import Function


class GradReverse(Function):
    def __init__(self, strength):
        self.strength = strength

    def forward(self, x):  #~ function-definition
        return x.view_as(x)

    def backward(self, grad):
        return -self.strength * grad
