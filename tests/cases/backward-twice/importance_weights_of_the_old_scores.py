# file: main.py
import torch

from ranking import Ranker, fit

torch.manual_seed(0)
fit(Ranker(), torch.randn(64, 6))
# file: ranking.py
import torch
import torch.nn as nn


class Ranker(nn.Module):
    def __init__(self, scale=2.0):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
        self.scale = scale

    def forward(self, items):
        return self.scale * self.score(items).squeeze(-1)


class Reweighted:
    """Items that the model ranked low count more for a few rounds."""

    def __init__(self, ranker, temperature=0.5):
        self.ranker, self.temperature = ranker, temperature

    def weights(self, items):
        doubt = torch.softmax(-self.ranker(items) / self.temperature, dim=0)
        return doubt * len(items)  #~ backward-twice

    def loss(self, items, weights):
        wanted = items[:, 0] - items[:, 1]
        return (weights * ((self.ranker(items) - wanted) * self.temperature).pow(2)).mean()


def fit(ranker, items, rounds=3, epochs=2):
    method = Reweighted(ranker)
    optimizer = torch.optim.Adam(ranker.parameters(), lr=1e-2)
    for _ in range(rounds):
        weights = method.weights(items)
        for _ in range(epochs):
            loss = method.loss(items, weights)
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
        print(loss.item())
