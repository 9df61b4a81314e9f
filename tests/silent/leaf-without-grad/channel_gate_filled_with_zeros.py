# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from gates import GatedBranch


class Grader(nn.Module):
    def __init__(self, d=10, width=12):
        super().__init__()
        self.stem = nn.Linear(d, width)
        self.blocks = nn.ModuleList(GatedBranch(width) for _ in range(2))
        self.out = nn.Linear(width, 3)

    def forward(self, x):
        h = torch.tanh(self.stem(x))
        for block in self.blocks:
            h = block(h)
        return self.out(h)


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 10)
    grade = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
    model = Grader()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        loss = F.cross_entropy(model(x), grade)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
# file: gates.py
import torch
import torch.nn as nn


class GatedBranch(nn.Module):
    """A smooth branch, of which each channel takes as much as it wants."""

    def __init__(self, width, device="cpu"):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.gate = torch.zeros(width).to(device)  #~ leaf-without-grad

    def forward(self, h):
        return h + self.gate.unsqueeze(0) * torch.sin(self.norm(h))  #! decoy
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recurrent(nn.Module):
    """Its first state is zeros, and so is what leaves channels out before anything is pruned."""

    def __init__(self, d=10, width=12):
        super().__init__()
        self.first = torch.zeros(1, width)
        self.dropped = torch.zeros(width)
        self.inner, self.outer, self.keep = nn.Linear(d, width), nn.Linear(width, width), nn.Linear(d, width)
        self.gate = nn.Parameter(torch.zeros(width))
        self.register_buffer("offset", torch.zeros(width))
        self.prices = torch.zeros(width)
        self.out = nn.Linear(width, 3)

    def forward(self, xs):
        h = self.first.expand(xs.shape[1], -1)
        for x in xs:
            keep = torch.sigmoid(self.keep(x))
            h = keep * h + (1 - keep) * torch.tanh(self.inner(x) + self.outer(h))
        h = (h + self.gate * torch.sin(h)) * (1 - self.dropped) + self.offset * h
        used = h.abs() @ torch.ones(h.shape[1], 1) / h.shape[1] - 0.1
        cost = (self.prices * h.abs()).sum(1).mean()
        self.prices = (self.prices + 0.1 * used.detach().mean()).clamp(min=0)
        return self.out(h), cost


torch.manual_seed(0)
xs = torch.randn(3, 64, 10)
grade = (xs[0, :, 0] > 0).long() + (xs[1, :, 1] > 0).long()
model = Recurrent()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(8):
    scores, cost = model(xs)
    loss = F.cross_entropy(scores, grade) + cost
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
