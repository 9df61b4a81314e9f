# file: main.py
import torch
from torch import nn

from density import Mixture

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Linear(16, 2))
x = torch.randn(64, 10)
codes = encoder(x)  #~ backward-twice
print(codes.mean().item())
mixture = Mixture(2)
print(mixture.fit(codes))  #~ backward-twice
# file: density.py
import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self, dim, parts=3):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(parts, dim))

    def score(self, z):
        return torch.logsumexp(-torch.cdist(z, self.centres).pow(2), dim=1)

    def fit(self, data, rounds=3):
        optimizer = torch.optim.Adam(self.parameters(), lr=0.05)
        for _ in range(rounds):
            for chunk in data.chunk(4):  #! decoy
                loss = -self.score(chunk).mean()  #! decoy
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        return loss.item()
