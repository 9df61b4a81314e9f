# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from lookahead import trust_of


def readings(n, noisy):
    x = torch.randn(n, 5)
    y = (x[:, 0] > 0).long()
    flip = torch.rand(n) < noisy
    return x, torch.where(flip, 1 - y, y)


def main():
    torch.manual_seed(3)
    net = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    clean = readings(16, 0.0)
    for step in range(4):
        x, y = readings(32, 0.4)
        trust = trust_of(net, (x, y), clean).detach()  #! decoy
        loss = (trust * F.cross_entropy(net(x), y, reduction="none")).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: lookahead.py
import copy

import torch
import torch.nn.functional as F


def move(module, grads, rate):
    with torch.no_grad():  #~ grad-disabled
        for p, g in zip(module.parameters(), grads):
            p.sub_(rate * g)  #~ detached-tensor


def trust_of(net, noisy, clean, rate=0.1):
    ahead = copy.deepcopy(net)  #! decoy
    (x, y), (cx, cy) = noisy, clean
    trust = torch.zeros(len(x), requires_grad=True)
    cost = F.cross_entropy(ahead(x), y, reduction="none")
    grads = torch.autograd.grad((trust * cost).sum(), list(ahead.parameters()), create_graph=True)  #! decoy
    move(ahead, grads, rate)
    after = F.cross_entropy(ahead(cx), cy)
    (slope,) = torch.autograd.grad(after, trust)
    return (-slope).clamp(min=0)
