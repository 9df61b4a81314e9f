# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(net, optimizer, batches):
    for x, y in batches:
        out = net(x)
        ce = F.cross_entropy(out, y)
        sparsity = sum(p.abs().sum() for p in net.parameters())
        total = ce + 1e-3 * sparsity  #~ partial-backward
        optimizer.zero_grad()
        ce.backward()  #~ partial-backward
        optimizer.step()
    return ce.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(6, 24, 5)
    print(train(net, optimizer, [(part, part[:, :3].argmax(1)) for part in x]))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(net, optimizer, batches):
    for x, y in batches:
        out = net(x)
        ce = F.cross_entropy(out, y)
        sparsity = sum(p.abs().sum() for p in net.parameters())
        total = ce + 1e-3 * sparsity
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    return ce.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(6, 24, 5)
    print(train(net, optimizer, [(part, part[:, :3].argmax(1)) for part in x]))


main()
