# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(5, 12)
        self.heads = nn.ModuleList(nn.Linear(12, 2) for _ in range(3))

    def forward(self, x):
        h = self.trunk(x).relu()
        return [head(h) for head in self.heads]


def gradient_norms(losses, weight):
    norms = []
    for loss in losses:
        loss.backward(retain_graph=True)  #~ counted-twice
        norms.append(weight.grad.norm().item())
    return norms


def main():
    torch.manual_seed(0)
    net = Heads()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(16, 5)
        losses = [F.cross_entropy(out, (x[:, i] > 0).long()) for i, out in enumerate(net(x))]
        optimizer.zero_grad()
        norms = gradient_norms(losses, net.trunk.weight)
        torch.stack(losses).sum().backward()
        optimizer.step()
    print(norms)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(5, 12)
        self.heads = nn.ModuleList(nn.Linear(12, 2) for _ in range(3))

    def forward(self, x):
        h = self.trunk(x).relu()
        return [head(h) for head in self.heads]


def gradient_norms(losses, weight):
    norms = []
    for loss in losses:
        loss.backward(retain_graph=True)
        norms.append(weight.grad.norm().item())
        weight.grad = None
    return norms


def main():
    torch.manual_seed(0)
    net = Heads()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(16, 5)
        losses = [F.cross_entropy(out, (x[:, i] > 0).long()) for i, out in enumerate(net(x))]
        optimizer.zero_grad()
        norms = gradient_norms(losses, net.trunk.weight)
        optimizer.zero_grad()
        torch.stack(losses).sum().backward()
        optimizer.step()
    print(norms)


main()
