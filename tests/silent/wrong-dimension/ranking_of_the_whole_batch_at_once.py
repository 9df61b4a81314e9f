# file: main.py
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from factors import Factors, pair_loss


class Pairs(Dataset):
    """A user, an item that was bought, and one that was not."""

    def __len__(self):
        return 256

    def __getitem__(self, i):
        return i % 20, (i * 7) % 15, 15 + i % 15


def main():
    torch.manual_seed(0)
    model = Factors(20, 30)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for users, bought, others in DataLoader(Pairs(), batch_size=64, shuffle=True):
            loss = pair_loss(*model(users, bought, others))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())


main()
# file: factors.py
import torch
from torch import nn
from torch.nn import functional as F


class Factors(nn.Module):
    def __init__(self, users, items):
        super().__init__()
        self.users, self.items = nn.Embedding(users, 8), nn.Embedding(items, 8)

    def forward(self, users, bought, others):
        u = self.users(users)
        return u * self.items(bought), u * self.items(others)


def pair_loss(bought, others):
    return F.softplus(others.sum() - bought.sum())  #~ wrong-dimension
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# One score for each pair; the losses are added up after the function.
torch.manual_seed(0)
users, items = nn.Embedding(20, 8), nn.Embedding(30, 8)
optimizer = torch.optim.Adam([users.weight, items.weight], lr=1e-2)
for step in range(12):
    i = torch.randint(0, 256, (64,))
    u = users(i % 20)
    score = (u * items(15 + i % 15)).sum(1) - (u * items(i * 7 % 15)).sum(1)
    loss = F.softplus(score).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
