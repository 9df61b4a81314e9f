# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Dataset:
    def __init__(self, n):
        self.tokens = torch.randint(1, 12, (n, 6))
        self.lengths = torch.randint(2, 7, (n,))

    def mask(self):
        steps = torch.arange(6)
        return (steps.unsqueeze(0) < self.lengths.unsqueeze(1) // 10).float()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 8)
        self.head = nn.Linear(8, 12)

    def forward(self, tokens):
        return self.head(self.embed(tokens))


def masked_loss(logits, targets, mask):
    losses = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    return (losses * mask).sum() / mask.sum().clamp(min=1)  #~ multiplied-by-zero


def main():
    torch.manual_seed(0)
    data, model = Dataset(10), Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(5):
        loss = masked_loss(model(data.tokens), data.tokens, data.mask())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Dataset:
    def __init__(self, n):
        self.tokens = torch.randint(1, 12, (n, 6))
        self.lengths = torch.randint(2, 7, (n,))

    def mask(self):
        steps = torch.arange(6)
        return (steps.unsqueeze(0) < self.lengths.unsqueeze(1)).float()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 8)
        self.head = nn.Linear(8, 12)

    def forward(self, tokens):
        return self.head(self.embed(tokens))


def masked_loss(logits, targets, mask):
    losses = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    return (losses * mask).sum() / mask.sum().clamp(min=1)


def main():
    torch.manual_seed(0)
    data, model = Dataset(10), Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(5):
        loss = masked_loss(model(data.tokens), data.tokens, data.mask())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
