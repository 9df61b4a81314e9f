# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, vocabulary):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, 8)
        self.head = nn.Linear(8, 4)

    def forward(self, tokens):
        return self.head(self.embedding(tokens))

    def grow(self, extra):
        old = self.embedding.weight
        new = nn.Embedding(len(old) + extra, old.shape[1])
        with torch.no_grad():
            new.weight[: len(old)] = old
        self.embedding = new  #~ stale-optimizer


def main():
    torch.manual_seed(0)
    model = Tagger(20)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)  #~ stale-optimizer
    model.grow(5)  #~ stale-optimizer
    tokens, tags = torch.randint(25, (6, 9)), torch.randint(4, (6, 9))
    for _ in range(5):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(tokens).flatten(0, 1), tags.flatten())
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, vocabulary):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, 8)
        self.head = nn.Linear(8, 4)

    def forward(self, tokens):
        return self.head(self.embedding(tokens))

    def grow(self, extra):
        old = self.embedding.weight
        new = nn.Embedding(len(old) + extra, old.shape[1])
        with torch.no_grad():
            new.weight[: len(old)] = old
        self.embedding = new


def main():
    torch.manual_seed(0)
    model = Tagger(20)
    model.grow(5)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    tokens, tags = torch.randint(25, (6, 9)), torch.randint(4, (6, 9))
    for _ in range(5):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(tokens).flatten(0, 1), tags.flatten())
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
