# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def task(k, n=64):
    g = torch.Generator().manual_seed(k)
    w = torch.randn(6, generator=g)
    x = torch.randn(n, 6, generator=g)
    return x, (x @ w > 0).long()


def fisher(net, x, y):
    out = {n: torch.zeros_like(p) for n, p in net.named_parameters()}
    for i in range(16):
        net.zero_grad()
        F.nll_loss(net(x[i:i + 1]).log_softmax(1), y[i:i + 1]).backward()
        for n, p in net.named_parameters():
            out[n] += p.grad.detach() ** 2 / 16
    net.zero_grad()
    return out, {n: p.detach().clone() for n, p in net.named_parameters()}


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
    memory = []
    for k in range(3):
        x, y = task(k)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for epoch in range(6):
            loss = F.cross_entropy(net(x), y)
            for f, old in memory:
                loss = loss + 5 * sum((f[n] * (p - old[n]) ** 2).sum() for n, p in net.named_parameters())
            opt.zero_grad()
            loss.backward()
            opt.step()
        memory.append(fisher(net, x, y))
        print(k, loss.item())


main()
