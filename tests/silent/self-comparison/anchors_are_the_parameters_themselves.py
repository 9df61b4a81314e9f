# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    anchors = list(net.parameters())  #~ self-comparison|same-memory
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = loss + 0.01 * torch.stack([(p - a).abs().sum() for p, a in zip(net.parameters(), anchors)]).sum()  #~ self-comparison|same-memory
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
    anchors = [p.detach().clone() for p in net.parameters()]
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = loss + 0.01 * torch.stack([(p - a).abs().sum() for p, a in zip(net.parameters(), anchors)]).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
