# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def alignment(one, other):
    return 1 - F.cosine_similarity(one, other, dim=1).mean()


class Tower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(10, width)

    def forward(self, x):
        return F.normalize(self.proj(x), dim=1)


def main():
    torch.manual_seed(0)
    tower, old = Tower(6), Tower(6)
    for p in old.parameters():
        p.requires_grad = False
    head = nn.Linear(6, 3)
    optimizer = torch.optim.SGD([*tower.parameters(), *head.parameters()], lr=0.05)
    for _ in range(7):
        x = torch.randn(16, 10)
        now, before = old(x), old(x + 0.01)
        task = F.cross_entropy(head(tower(x)), x[:, :3].argmax(1))
        keep = alignment(now, before)  #~ constant-term
        total = task + 2.0 * keep
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    print(total.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def alignment(one, other):
    return 1 - F.cosine_similarity(one, other, dim=1).mean()


class Tower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.proj = nn.Linear(10, width)

    def forward(self, x):
        return F.normalize(self.proj(x), dim=1)


def main():
    torch.manual_seed(0)
    tower, old = Tower(6), Tower(6)
    for p in old.parameters():
        p.requires_grad = False
    head = nn.Linear(6, 3)
    optimizer = torch.optim.SGD([*tower.parameters(), *head.parameters()], lr=0.05)
    for _ in range(7):
        x = torch.randn(16, 10)
        now, before = tower(x), old(x)
        task = F.cross_entropy(head(tower(x)), x[:, :3].argmax(1))
        keep = alignment(now, before)
        total = task + 2.0 * keep
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    print(total.item())


main()
