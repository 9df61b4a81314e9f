# file: main.py
import torch
import torch.nn.functional as F

from layers import Sparse


def main():
    torch.manual_seed(0)
    net = Sparse(6, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(30, 6)
    y = x[:, :3].argmax(1)
    for _ in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Sparse(nn.Module):
    def __init__(self, d, classes, h=10):
        super().__init__()
        self.inp, self.out = nn.Linear(d, h), nn.Linear(h, classes)
        self.extra = nn.Linear(h, h)

    def forward(self, x):
        h = torch.tanh(self.inp(x)).clone()
        chosen = h.norm(dim=1).topk(5).indices
        picked = h[chosen]
        picked += torch.relu(self.extra(h[chosen]))
        h[chosen] = picked
        h[:, 0:2][:, 1].add_(h[:, 3])
        shown = h[chosen].detach()
        shown[:, 0] = 1.0
        return self.out(h)


torch.manual_seed(0)
net = Sparse(6, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x = torch.randn(30, 6)
y = x[:, :3].argmax(1)
for _ in range(6):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.3f}")
# file: layers.py
import torch
import torch.nn as nn


class Sparse(nn.Module):
    def __init__(self, d, classes, h=10):
        super().__init__()
        self.inp, self.out = nn.Linear(d, h), nn.Linear(h, classes)
        self.extra = nn.Linear(h, h)

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        chosen = h.norm(dim=1).topk(5).indices
        h[chosen].add_(torch.relu(self.extra(h[chosen])))  #~ dropped-write
        return self.out(h)
