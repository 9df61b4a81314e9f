# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(5):
        x = torch.randn(10, 4)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  #~ counted-twice
        largest = max(p.grad.abs().max().item() for p in net.parameters())
        if largest < 1e3:
            loss.backward()
            optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(5):
        x = torch.randn(10, 4)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        optimizer.zero_grad()
        loss.backward()
        largest = max(p.grad.abs().max().item() for p in net.parameters())
        if largest < 1e3:
            optimizer.step()
    print(loss.item())


main()
