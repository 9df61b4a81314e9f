from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F


class Branches(nn.Module):
    def __init__(self, d=6, h=8):
        super().__init__()
        self.stem = nn.Linear(d, h)
        self.branches = [partial(F.linear, weight=nn.Parameter(torch.randn(h, h) * 0.2)) for _ in range(2)]  #~ unregistered-module|not-in-optimizer
        self.out = nn.Linear(h, 1)

    def forward(self, x):
        h = torch.relu(self.stem(x))
        return self.out(sum(torch.tanh(branch(h)) for branch in self.branches))


def main():
    torch.manual_seed(0)
    net = Branches()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(32, 6)
    y = x.prod(1, keepdim=True)
    for _ in range(5):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
