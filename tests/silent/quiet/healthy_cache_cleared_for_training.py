# file: quiet.py
"""Tables that are kept for the time of an evaluation, and a bank of old features beside what learns."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Recommender(nn.Module):
    def __init__(self, users=20, items=15, dim=8):
        super().__init__()
        self.user, self.item, self.tower = nn.Embedding(users, dim), nn.Embedding(items, dim), nn.Linear(dim, dim)
        self._table, self.bank = None, []

    def train(self, mode=True):
        self._table = None
        return super().train(mode)

    def table(self):
        if self.training:
            return self.tower(self.item.weight)
        if self._table is None:
            self._table = self.tower(self.item.weight)
        return self._table

    def forward(self, users):
        return self.user(users) @ self.table().T


def main():
    torch.manual_seed(0)
    model = Recommender()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    users, items = torch.randint(0, 20, (64,)), torch.randint(0, 15, (64,))
    for epoch in range(5):
        model.train()
        for b in torch.randperm(64).split(16):
            scores = model(users[b])
            pull = F.mse_loss(scores, model.bank[-1]) if model.bank else 0.0
            loss = F.cross_entropy(scores, items[b]) + 0.01 * pull
            opt.zero_grad()
            loss.backward()
            opt.step()
            with torch.no_grad():
                model.bank.append(model(users[b]))
        model.eval()
        with torch.no_grad():
            print(epoch, loss.item(), (model(users).argmax(1) == items).float().mean().item())


main()
