# file: main.py
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from layers import History, Mixing


class Reader(nn.Module):
    def __init__(self, saves_memory=True):
        super().__init__()
        self.first, self.second = Mixing(6), Mixing(6)
        self.saves_memory = saves_memory

    def read(self, x, history=None):
        x = self.first(x)
        if self.saves_memory and torch.is_grad_enabled():
            return checkpoint(self.second, x, history=history, use_reentrant=False)  #~ checkpoint-mismatch
        return self.second(x, history)


torch.manual_seed(0)
reader = Reader()
optimizer = torch.optim.SGD(reader.parameters(), lr=0.05)
with torch.no_grad():
    print(reader.read(torch.randn(2, 4, 6), History()).shape)  #! decoy
for step in range(3):
    x = torch.randn(2, 4, 6)
    loss = (reader.read(x, History()) - x.flip(1)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
# file: layers.py
import torch
from torch import nn


class History:
    def __init__(self):
        self.rows = []

    def joined(self, rows):
        self.rows.append(rows)
        return torch.cat(self.rows, dim=1)


class Mixing(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.key, self.out = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x, history=None):
        keys = self.key(x)
        if history is not None:
            keys = history.joined(keys)
        weights = torch.softmax(x @ keys.transpose(1, 2), -1)  #! decoy
        return x + self.out(weights @ keys)
