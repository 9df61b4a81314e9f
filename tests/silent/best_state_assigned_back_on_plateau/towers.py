import torch.nn as nn


class TwoTowers(nn.Module):
    def __init__(self, users, items, d=8):
        super().__init__()
        self.user = nn.Sequential(nn.Embedding(users, d), nn.Linear(d, d))
        self.item = nn.Sequential(nn.Embedding(items, d), nn.Linear(d, d))

    def forward(self, user, item):
        return (self.user(user) * self.item(item)).sum(-1)
