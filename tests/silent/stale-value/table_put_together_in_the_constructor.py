# file: main.py
import torch
from torch import nn



class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.marks = nn.Embedding(6, 4), nn.Embedding(2, 4)
        self.head = nn.Linear(4, 8)
        self.table = torch.cat([self.words.weight, self.marks.weight])  #~ stale-value

    def forward(self, ids):
        table = self.table
        return self.head(table[ids])


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(12):
        ids = torch.randint(0, 8, (16,))
        loss = nn.functional.cross_entropy(model(ids), ids)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
from torch import nn



class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.marks = nn.Embedding(6, 4), nn.Embedding(2, 4)
        self.head = nn.Linear(4, 8)

    def forward(self, ids):
        table = torch.cat([self.words.weight, self.marks.weight])
        return self.head(table[ids])


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(12):
        ids = torch.randint(0, 8, (16,))
        loss = nn.functional.cross_entropy(model(ids), ids)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
