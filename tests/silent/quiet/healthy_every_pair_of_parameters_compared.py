# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    nets = nn.ModuleList(nn.Linear(4, 2) for _ in range(3))
    optimizer = torch.optim.SGD(nets.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(16, 4)
        loss = sum(F.cross_entropy(net(x), (x[:, 0] > 0).long()) for net in nets)
        apart = [[(a.weight - b.weight).norm().item() for b in nets] for a in nets]
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(apart)


main()
