# file: main.py
import torch
from torch import nn

from scoring import penalty


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 12)
        self.cell = nn.GRU(12, 16, batch_first=True)
        self.tag = nn.Linear(16, 3)

    def forward(self, sentences):
        return self.tag(self.cell(self.words(sentences))[0])


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.Adam(tagger.parameters(), lr=1e-2)
    for _ in range(12):
        sentences = torch.randint(0, 30, (8, 6))
        loss = penalty(tagger(sentences), sentences % 3)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tagger.parameters(), 0.5)  #! decoy
        optimizer.step()
    print(loss.item())


main()
# file: scoring.py
import torch


def penalty(scores, tags):
    """One point for each wrong tag, and two for the first of a sentence."""
    points = 0.0
    for answers, right in zip(scores.argmax(-1).tolist(), tags.tolist(), strict=True):
        for position, (answer, tag) in enumerate(zip(answers, right, strict=True)):
            if answer != tag:
                points += 2.0 if position == 0 else 1.0
    return torch.tensor(points, requires_grad=True)  #~ idle-parameter
# file: quiet.py
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 12)
        self.cell = nn.GRU(12, 16, batch_first=True)
        self.tag = nn.Linear(16, 3)

    def forward(self, sentences):
        return self.tag(self.cell(self.words(sentences))[0])


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.Adam(tagger.parameters(), lr=1e-2)
    weights = torch.tensor([2.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    for _ in range(12):
        sentences = torch.randint(0, 30, (8, 6))
        each = nn.functional.cross_entropy(tagger(sentences).transpose(1, 2), sentences % 3, reduction="none")
        loss = (each * weights).sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tagger.parameters(), 0.5)
        optimizer.step()
    print(loss.item())


main()
