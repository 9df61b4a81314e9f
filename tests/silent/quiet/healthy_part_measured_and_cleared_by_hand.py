# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(6):
        x = torch.randn(16, 6)
        out = net(x)
        fit, size = F.cross_entropy(out, x[:, :3].argmax(1)), 0.01 * out.pow(2).mean()
        size.backward(retain_graph=True)
        share = net.weight.grad.norm().item()
        for p in net.parameters():
            p.grad.zero_()
        (fit + size).backward()
        optimizer.step()
        optimizer.zero_grad()
    print(share)


main()
