# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def pgd(net, x, y, eps=0.1, alpha=0.03, steps=4):
    delta = torch.zeros_like(x).uniform_(-eps, eps)
    delta.requires_grad = True
    for _ in range(steps):
        loss = F.cross_entropy(net(x + delta), y)
        loss.backward()
        g = delta.grad.detach()
        delta.data = (delta + alpha * g.sign()).clamp(-eps, eps).detach()
        delta.data = (x + delta.data).clamp(-2, 2) - x
        delta.grad.zero_()
    return delta.detach()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(6):
        x, y = torch.randn(24, 8), torch.randint(0, 3, (24,))
        delta = pgd(net, x, y)
        loss = F.cross_entropy(net(x + delta), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(epoch, loss.item())


main()
