# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.Embedding(20, 8)
        self.mix = nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 3)

    def set_reader(self, reader):
        self.read = reader

    def forward(self, ids):
        return self.out(self.mix(self.read(ids))[0])


class Shifted(nn.Module):
    """The old table, and a shift that is learnt for the new domain."""

    def __init__(self, table):
        super().__init__()
        self.table = table
        self.shift = nn.Parameter(torch.zeros(8))

    def forward(self, ids):
        return self.table(ids) + self.shift


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #~ not-in-optimizer
    shifted = Shifted(model.read)  #! decoy
    model.set_reader(shifted)  #~ not-in-optimizer
    for _ in range(10):
        ids = torch.randint(0, 20, (4, 6))
        loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 3).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.Embedding(20, 8)
        self.mix = nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 3)

    def set_reader(self, reader):
        self.read = reader

    def forward(self, ids):
        return self.out(self.mix(self.read(ids))[0])


class Shifted(nn.Module):
    """The old table, and a shift that is learnt for the new domain."""

    def __init__(self, table):
        super().__init__()
        self.table = table
        self.shift = nn.Parameter(torch.zeros(8))

    def forward(self, ids):
        return self.table(ids) + self.shift


def main():
    torch.manual_seed(0)
    model = Tagger()
    shifted = Shifted(model.read)
    model.set_reader(shifted)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(10):
        ids = torch.randint(0, 20, (4, 6))
        loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 3).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
