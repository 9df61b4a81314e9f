# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Eighths(nn.Module):
    """A layer with weights of three bits."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        with torch.no_grad():
            weight = self.inner.weight
            weight.copy_((weight * 8).round().clamp(-4, 3) / 8)  #~ update-undone
        return self.inner(x)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(Eighths(nn.Linear(12, 20)), nn.ReLU(), Eighths(nn.Linear(20, 3)))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(20):
        x = torch.randn(32, 12)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Eighths(nn.Module):
    """A layer with weights of three bits."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        weight = self.inner.weight
        rounded = (weight * 8).round().clamp(-4, 3) / 8
        return F.linear(x, weight + (rounded - weight).detach(), self.inner.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(Eighths(nn.Linear(12, 20)), nn.ReLU(), Eighths(nn.Linear(20, 3)))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(20):
        x = torch.randn(32, 12)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
