# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    start = {name: p.data for name, p in net.named_parameters()}  #~ self-comparison|same-memory
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = loss + 0.1 * sum((p - start[name]).pow(2).sum() for name, p in net.named_parameters())  #~ self-comparison|same-memory
        optimizer.zero_grad()
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
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    start = {name: p.data.clone() for name, p in net.named_parameters()}
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = loss + 0.1 * sum((p - start[name]).pow(2).sum() for name, p in net.named_parameters())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
