import torch
import torch.nn as nn


class Factors(nn.Module):
    def __init__(self, users=10, items=12, dim=4):
        super().__init__()
        self.user, self.item = nn.Embedding(users, dim), nn.Embedding(items, dim)

    def forward(self, user, item):
        return (self.user(user) * self.item(item)).sum(1)


def draw(n):
    user, item = torch.randint(0, 10, (n,)), torch.randint(0, 12, (n,))
    return user, item, ((user + item) % 2).float(), torch.rand(n, 1)
