# file: main.py
import torch

from catalogue import ItemTower, weekly_batches
from fitting import UserTower, fit


def main():
    torch.manual_seed(0)
    items = torch.randn(20, 5)
    users, bought = torch.randn(12, 4), torch.randint(0, 20, (12,))
    tower = ItemTower(5, 6)
    visitor = UserTower(4, 6)
    weeks = weekly_batches(tower, items, users, bought)  #~ backward-twice
    fit(tower, visitor, weeks)


main()
# file: catalogue.py
import torch.nn as nn
import torch.nn.functional as F


class ItemTower(nn.Module):
    def __init__(self, features, dim):
        super().__init__()
        self.inner = nn.Linear(features, 12)
        self.outer = nn.Linear(12, dim)

    def forward(self, items):
        return F.normalize(self.outer(F.gelu(self.inner(items))), dim=-1)  #! decoy


def weekly_batches(tower, items, users, bought):
    """One batch a week: who came, what they bought, and the embedding of that."""
    embedded = tower(items)  #~ backward-twice
    return [{"users": users[i::3], "item": embedded[bought[i::3]]} for i in range(3)]
# file: fitting.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class UserTower(nn.Module):
    def __init__(self, features, dim):
        super().__init__()
        self.layer = nn.Linear(features, dim)

    def forward(self, users):
        return torch.tanh(self.layer(users))


def fit(tower, visitor, weeks):
    opt = torch.optim.Adagrad([*tower.parameters(), *visitor.parameters()], lr=0.05)
    for epoch in range(2):
        for week in weeks:
            scores = visitor(week["users"]) @ week["item"].T
            loss = F.cross_entropy(scores, torch.arange(len(scores)))
            opt.zero_grad()
            loss.backward()  #! decoy
            opt.step()
        print(epoch, loss.item())
