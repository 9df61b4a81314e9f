# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def group_lasso(net):
    total = 0
    for m in net.modules():
        if isinstance(m, nn.Linear):
            total = total + m.weight.norm(dim=1).sum()
    return total


def smoothness(h):
    total = torch.zeros(())
    for a, b in zip(h[:-1], h[1:]):
        total = total + (a - b).pow(2).mean()
    return total


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    best = None
    for step in range(10):
        x = torch.randn(24, 5)
        logits = net(x)
        loss = F.cross_entropy(logits, (x.sum(1) > 0).long())
        loss = loss + 1e-3 * group_lasso(net)
        if step % 2:
            loss = loss + 1e-2 * smoothness(logits)
        monitor = smoothness(logits) + group_lasso(net)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if best is None or monitor < best:
            best = monitor.item()
    print(loss.item(), best)


main()
