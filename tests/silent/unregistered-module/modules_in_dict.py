# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, fields):
        super().__init__()
        self.tables = {name: nn.Embedding(size, 4) for name, size in fields.items()}  #~ unregistered-module
        self.head = nn.Linear(4 * len(fields), 1)

    def forward(self, row):
        parts = [self.tables[name](ids) for name, ids in row.items()]
        return self.head(torch.cat(parts, dim=1)).squeeze(1)


def main():
    torch.manual_seed(0)
    fields = {"city": 9, "weekday": 7}
    model = Encoder(fields)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    row = {name: torch.randint(size, (20,)) for name, size in fields.items()}
    y = torch.randn(20)
    for _ in range(5):
        loss = F.mse_loss(model(row), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, fields):
        super().__init__()
        self.tables = nn.ModuleDict({name: nn.Embedding(size, 4) for name, size in fields.items()})
        self.head = nn.Linear(4 * len(fields), 1)

    def forward(self, row):
        parts = [self.tables[name](ids) for name, ids in row.items()]
        return self.head(torch.cat(parts, dim=1)).squeeze(1)


def main():
    torch.manual_seed(0)
    fields = {"city": 9, "weekday": 7}
    model = Encoder(fields)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    row = {name: torch.randint(size, (20,)) for name, size in fields.items()}
    y = torch.randn(20)
    for _ in range(5):
        loss = F.mse_loss(model(row), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
