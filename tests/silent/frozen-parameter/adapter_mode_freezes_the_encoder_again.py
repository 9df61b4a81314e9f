# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tagger import Tagger


def batch(generator):
    words = torch.randint(0, 40, (12, 9), generator=generator)
    return words, (words + words.roll(1, dims=1)) % 5


def fit(tagger, optimizer, rounds, generator):
    tagger.train()
    for _ in range(rounds):
        words, tags = batch(generator)
        loss = F.cross_entropy(tagger(words).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1)
    tagger = Tagger()
    optimizer = torch.optim.AdamW(tagger.parameters(), lr=2e-3)
    print("head", fit(tagger, optimizer, 6, generator))
    tagger.encoder.requires_grad_(True)  #~ frozen-parameter
    for stage in range(3):
        print("all", stage, fit(tagger, optimizer, 5, generator))  #! decoy


main()
# file: tagger.py
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, words=40, width=16, tags=5):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.encoder = nn.GRU(width, width, batch_first=True, bidirectional=True)
        self.head = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, tags))
        self.encoder.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        if mode:
            self.encoder.eval()
            self.encoder.requires_grad_(False)  #~ frozen-parameter
        return self

    def forward(self, words):
        return self.head(self.encoder(self.words(words))[0])
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    """Its norms stay as they are, whoever unfreezes the rest."""

    def __init__(self, words=40, width=16, tags=5):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Linear(width, width), nn.LayerNorm(width), nn.GELU()) for _ in range(3)
        )
        self.head = nn.Linear(width, tags)
        self.train()

    def train(self, mode=True):
        super().train(mode)
        for layer in self.layers:
            layer[1].requires_grad_(False)
        return self

    def forward(self, words):
        x = self.words(words)
        for layer in self.layers:
            x = x + layer(x)
        return self.head(x)


def unfreeze_from(tagger, first):
    """Everything learns but what is below; the embedding never does."""
    for parameter in tagger.parameters():
        parameter.requires_grad_(True)
    for layer in tagger.layers[:first]:
        layer.requires_grad_(False)
    tagger.words.requires_grad_(False)


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.AdamW(tagger.parameters(), lr=2e-3)
    for stage in range(3):
        unfreeze_from(tagger, 2 - stage)
        tagger.train()
        for _ in range(5):
            words = torch.randint(0, 40, (12, 9))
            tags = (words + words.roll(1, dims=1)) % 5
            loss = F.cross_entropy(tagger(words).flatten(0, 1), tags.flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(stage, loss.item())


main()
