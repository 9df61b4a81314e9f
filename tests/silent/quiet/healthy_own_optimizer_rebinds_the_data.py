# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Linear(5, 3)
    before = [p.data for p in net.parameters()]
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        away = sum((p - b).pow(2).sum() for p, b in zip(net.parameters(), before))
        grads = torch.autograd.grad(loss + 0.1 * away, list(net.parameters()))
        for p, g in zip(net.parameters(), grads):
            p.data = p.data - 0.1 * g
        print(away.item())


main()
