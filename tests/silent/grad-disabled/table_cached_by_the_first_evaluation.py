# file: main.py
import torch
import torch.nn.functional as F

from recommender import Recommender


def evaluate(model, users, items):
    model.eval()
    with torch.no_grad():  #! decoy
        hits = (model(users).argmax(1) == items).float().mean().item()
    model.train()
    return hits


def main():
    torch.manual_seed(0)
    model = Recommender(users=20, items=15)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    users, items = torch.randint(0, 20, (64,)), torch.randint(0, 15, (64,))
    for epoch in range(5):
        for b in torch.randperm(64).split(16):
            loss = F.cross_entropy(model(users[b]), items[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item(), evaluate(model, users, items))  #! decoy


main()
# file: recommender.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recommender(nn.Module):
    def __init__(self, users, items, dim=8):
        super().__init__()
        self.user = nn.Embedding(users, dim)
        self.item = nn.Embedding(items, dim)
        self.tower = nn.Linear(dim, dim)
        self._table = None

    def item_table(self):
        if self._table is not None:  #~ grad-disabled|copied-result
            return self._table
        table = F.normalize(self.tower(self.item.weight), dim=-1)
        if not self.training:
            self._table = table  #~ grad-disabled|copied-result
        return table

    def forward(self, users):
        return 5 * F.normalize(self.user(users), dim=-1) @ self.item_table().T
