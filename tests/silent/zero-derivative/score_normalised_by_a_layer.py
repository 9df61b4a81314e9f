# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    """A relevance score for each document, and a bias for its position."""

    def __init__(self, features=7, hidden=12, positions=4):
        super().__init__()
        self.norm = nn.LayerNorm(features)
        self.score = nn.Sequential(nn.Linear(features, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.steady = nn.LayerNorm(1)  #~ zero-derivative
        self.position = nn.Embedding(positions, 1)

    def forward(self, documents, rank):
        relevance = self.steady(self.score(self.norm(documents)))
        return (relevance + self.position(rank)).squeeze(-1)


def main():
    torch.manual_seed(0)
    ranker = Ranker()
    optimizer = torch.optim.Adagrad(ranker.parameters(), lr=0.05)
    for step in range(8):
        documents = torch.randn(20, 7)
        rank = torch.randint(0, 4, (20,))
        clicked = (documents[:, 0] > rank / 2 - 1).float()
        loss = F.binary_cross_entropy_with_logits(ranker(documents, rank), clicked)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 3))  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    def __init__(self, features=7, hidden=12, positions=4):
        super().__init__()
        self.norm = nn.LayerNorm(features)
        self.score = nn.Sequential(nn.Linear(features, hidden), nn.Tanh(), nn.LayerNorm(hidden), nn.Linear(hidden, 1))
        self.position = nn.Embedding(positions, 1)

    def forward(self, documents, rank):
        return (self.score(self.norm(documents)) + self.position(rank)).squeeze(-1)


def main():
    torch.manual_seed(0)
    ranker = Ranker()
    optimizer = torch.optim.Adagrad(ranker.parameters(), lr=0.05)
    for step in range(8):
        documents = torch.randn(20, 7)
        rank = torch.randint(0, 4, (20,))
        clicked = (documents[:, 0] > rank / 2 - 1).float()
        loss = F.binary_cross_entropy_with_logits(ranker(documents, rank), clicked)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 3))


main()
