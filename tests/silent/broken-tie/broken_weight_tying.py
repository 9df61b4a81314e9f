# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class LanguageModel(nn.Module):
    def __init__(self, vocabulary=20, width=8):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.body = nn.GRU(width, width, batch_first=True)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, tokens):
        return self.head(self.body(self.embed(tokens))[0])


def initialise(model):
    model.embed.weight = nn.Parameter(torch.randn(20, 8) * 0.02)  #~ broken-tie
    return model


def main():
    torch.manual_seed(0)
    model = initialise(LanguageModel())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens = torch.randint(20, (4, 9))
    for _ in range(5):
        logits = model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class LanguageModel(nn.Module):
    def __init__(self, vocabulary=20, width=8):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.body = nn.GRU(width, width, batch_first=True)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, tokens):
        return self.head(self.body(self.embed(tokens))[0])


def initialise(model):
    nn.init.normal_(model.embed.weight, std=0.02)
    return model


def main():
    torch.manual_seed(0)
    model = initialise(LanguageModel())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens = torch.randint(20, (4, 9))
    for _ in range(5):
        logits = model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
