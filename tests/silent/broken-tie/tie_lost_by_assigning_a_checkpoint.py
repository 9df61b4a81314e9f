# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(24, 12)
        self.encoder = nn.Sequential(nn.Linear(12, 12), nn.GELU())
        self.head = nn.Linear(12, 24, bias=False)
        self.head.weight = self.words.weight

    def forward(self, ids):
        return self.head(self.encoder(self.words(ids)))


def saved():
    """As a file has it: each entry by itself."""
    torch.manual_seed(1)
    return {name: value.clone() for name, value in Masked().state_dict().items()}


def main():
    model = Masked()
    model.load_state_dict(saved(), assign=True)  #~ broken-tie
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(9):
        ids = torch.randint(0, 24, (6, 10))
        seen = ids.masked_fill(torch.rand(ids.shape) < 0.15, 0)
        loss = F.cross_entropy(model(seen).flatten(0, 1), ids.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Translator(nn.Module):
    """Both sides begin with one table and go on with one each, of their own sizes."""

    def __init__(self):
        super().__init__()
        self.source = nn.Embedding(24, 12)
        self.target = nn.Embedding(24, 12)
        self.target.weight = self.source.weight
        self.head = nn.Linear(12, 40)

    def split(self, source, target):
        self.source = nn.Embedding(source, 12)
        self.target = nn.Embedding(target, 12)

    def forward(self, ids, before):
        return self.head(self.source(ids).mean(1, keepdim=True) + self.target(before))


def main():
    torch.manual_seed(1)
    model = Translator()
    model.split(30, 40)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(9):
        ids, out = torch.randint(0, 30, (6, 10)), torch.randint(0, 40, (6, 10))
        loss = F.cross_entropy(model(ids, out[:, :-1]).flatten(0, 1), out[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
