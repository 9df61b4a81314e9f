# file: main.py
import torch
from torch import nn
from torch.utils.data import DataLoader

from pairs import Pairs


class Scorer(nn.Module):
    def __init__(self, batch_size):
        super().__init__()
        self.left, self.right = nn.Linear(6, 10), nn.Linear(6, 10)
        self.offset = nn.Parameter(torch.zeros(batch_size, 10))  #~ slot-parameter

    def forward(self, left, right):
        joined = self.offset + self.left(left)
        return (joined * self.right(right)).sum(dim=1)


def main():
    torch.manual_seed(0)
    loader = DataLoader(Pairs(96), batch_size=24, shuffle=True)
    model = Scorer(24)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
    for epoch in range(3):
        for left, right, close in loader:
            loss = nn.functional.mse_loss(model(left, right), close)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
from torch import nn
from torch.utils.data import DataLoader

from pairs import Pairs


class Weighted(nn.Module):
    """A weight for each sample of data that make up one batch, always in the same order."""

    def __init__(self, samples):
        super().__init__()
        self.left, self.right = nn.Linear(6, 10), nn.Linear(6, 10)
        self.weight = nn.Parameter(torch.zeros(samples, 10))

    def forward(self, left, right):
        return ((self.left(left) + self.weight) * self.right(right)).sum(dim=1)


def main():
    torch.manual_seed(0)
    loader = DataLoader(Pairs(24), batch_size=24)
    model = Weighted(24)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
    for epoch in range(9):
        for left, right, close in loader:
            loss = nn.functional.mse_loss(model(left, right), close)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(f"{loss.item():.4f}")


main()
# file: pairs.py
import torch
from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, n):
        self.left, self.right = torch.randn(n, 6), torch.randn(n, 6)

    def __len__(self):
        return len(self.left)

    def __getitem__(self, at):
        left, right = self.left[at], self.right[at]
        return left, right, (left - right).norm()
