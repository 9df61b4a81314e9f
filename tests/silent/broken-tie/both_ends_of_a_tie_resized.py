# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    def __init__(self, words, width=8):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.mix = nn.Linear(width, width)
        self.project = nn.Linear(width, words, bias=False)
        self.project.weight = self.table.weight

    def grow(self, words):
        old = self.table.weight.data
        self.table = nn.Embedding(words, old.size(1))
        self.table.weight.data[: old.size(0)] = old
        self.project = nn.Linear(old.size(1), words, bias=False)  #~ broken-tie
        self.project.weight.data[: old.size(0)] = old

    def forward(self, ids):
        return self.project(torch.tanh(self.mix(self.table(ids))))


def main():
    torch.manual_seed(0)
    decoder = Decoder(20)
    decoder.grow(26)
    optimizer = torch.optim.Adam(decoder.parameters(), lr=1e-2)
    for step in range(10):
        ids = torch.randint(0, 26, (8, 9))
        logits = decoder(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    def __init__(self, words, width=8):
        super().__init__()
        self.table = nn.Embedding(words, width)
        self.mix = nn.Linear(width, width)
        self.project = nn.Linear(width, words, bias=False)
        self.tie()

    def tie(self):
        self.project.weight = self.table.weight

    def grow(self, words):
        old = self.table.weight.data
        self.table = nn.Embedding(words, old.size(1))
        self.table.weight.data[: old.size(0)] = old
        self.project = nn.Linear(old.size(1), words, bias=False)
        self.tie()

    def forward(self, ids):
        return self.project(torch.tanh(self.mix(self.table(ids))))


def main():
    torch.manual_seed(0)
    decoder = Decoder(20)
    decoder.grow(26)
    optimizer = torch.optim.Adam(decoder.parameters(), lr=1e-2)
    for step in range(10):
        ids = torch.randint(0, 26, (8, 9))
        logits = decoder(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
