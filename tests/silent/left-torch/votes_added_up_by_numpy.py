# file: main.py
import torch
import torch.nn.functional as F

from pooling import SoftVotes

torch.manual_seed(0)
words = torch.randint(0, 12, (40, 9))
labels = (words < 4).sum(1) % 2
model = SoftVotes(12, 5)
opt = torch.optim.Adam(model.parameters(), lr=0.05)
for epoch in range(12):
    loss = F.cross_entropy(model(words), labels)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: pooling.py
import numpy as np
import torch
from torch import nn


def count_votes(bins, votes, size):
    histogram = np.zeros((len(bins), size), dtype="float32")
    rows = np.arange(len(bins))[:, None].repeat(bins.shape[1], 1)
    np.add.at(histogram, (rows, bins.numpy()), votes.detach().numpy())  #~ left-torch|detached-tensor
    return torch.from_numpy(histogram)


class SoftVotes(nn.Module):
    def __init__(self, words, bins):
        super().__init__()
        self.importance = nn.Embedding(words, 1)
        self.bins = bins
        self.head = nn.Linear(bins, 2)

    def forward(self, ids):
        votes = torch.sigmoid(self.importance(ids)).squeeze(-1)
        return self.head(count_votes(ids % self.bins, votes, self.bins))
# file: quiet.py
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class SoftVotes(nn.Module):
    """The votes are added up in torch; NumPy counts them once more, for a plot."""

    def __init__(self, words, bins):
        super().__init__()
        self.importance = nn.Embedding(words, 1)
        self.bins = bins
        self.head = nn.Linear(bins, 2)
        self.plot = np.zeros(bins, dtype="float32")

    def forward(self, ids):
        votes = torch.sigmoid(self.importance(ids)).squeeze(-1)
        np.add.at(self.plot, (ids % self.bins).numpy(), votes.detach().numpy())
        return self.head(torch.zeros(len(ids), self.bins).scatter_add(1, ids % self.bins, votes))


torch.manual_seed(0)
words = torch.randint(0, 12, (40, 9))
labels = (words < 4).sum(1) % 2
model = SoftVotes(12, 5)
opt = torch.optim.Adam(model.parameters(), lr=0.05)
for epoch in range(12):
    loss = F.cross_entropy(model(words), labels)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item(), model.plot.sum())
