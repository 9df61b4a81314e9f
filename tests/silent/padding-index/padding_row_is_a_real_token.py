# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SoftPrompt(nn.Module):
    """One learned vector that is put before every sentence."""

    def __init__(self, width):
        super().__init__()
        self.vectors = nn.Embedding(1, width, padding_idx=0)  #~ padding-index|zero-gradient

    def forward(self, batch):
        return self.vectors(torch.zeros(batch, 1, dtype=torch.long))  #~ padding-index|zero-gradient


class Classifier(nn.Module):
    def __init__(self, vocabulary=30, width=8):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width, padding_idx=0)  #! decoy
        self.prompt = SoftPrompt(width)
        self.head = nn.Linear(width, 2)

    def forward(self, tokens):
        sentence = torch.cat([self.prompt(len(tokens)), self.words(tokens)], dim=1)
        return self.head(torch.tanh(sentence).mean(1))


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens = torch.randint(1, 30, (16, 6))
    tokens[:, 4:] = 0
    labels = torch.randint(2, (16,))
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(tokens), labels)
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SoftPrompt(nn.Module):
    """One learned vector that is put before every sentence."""

    def __init__(self, width):
        super().__init__()
        self.vectors = nn.Embedding(1, width)

    def forward(self, batch):
        return self.vectors(torch.zeros(batch, 1, dtype=torch.long))


class Classifier(nn.Module):
    def __init__(self, vocabulary=30, width=8):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width, padding_idx=0)
        self.prompt = SoftPrompt(width)
        self.head = nn.Linear(width, 2)

    def forward(self, tokens):
        sentence = torch.cat([self.prompt(len(tokens)), self.words(tokens)], dim=1)
        return self.head(torch.tanh(sentence).mean(1))


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens = torch.randint(1, 30, (16, 6))
    tokens[:, 4:] = 0
    labels = torch.randint(2, (16,))
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(tokens), labels)
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
