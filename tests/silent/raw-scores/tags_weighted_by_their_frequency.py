# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

from tagger import Tagger

torch.manual_seed(1)
model = Tagger(30, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    words = torch.randint(0, 30, (8, 12))
    tags, weight = words % 4, torch.tensor([1.0, 2.0, 1.0, 0.5])
    scores = model(words)
    each = F.nll_loss(scores.transpose(1, 2), tags, weight=weight, reduction="none")  #~ raw-scores
    loss = (each * (words > 0)).sum() / (words > 0).sum() + 1e-4 * model.size()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    hits = (scores.softmax(2).argmax(2) == tags).float().mean()
print(loss.item(), hits.item())
# file: tagger.py
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, words, tags):
        super().__init__()
        self.table = nn.Embedding(words, 8)
        self.weight, self.bias = nn.Parameter(torch.randn(8, tags) * 0.1), nn.Parameter(torch.zeros(tags))

    def forward(self, words):
        return self.table(words) @ self.weight + self.bias

    def size(self):
        return self.weight.square().sum()
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# The value of each action that was taken is picked by this function, and compared with what it brought.
torch.manual_seed(1)
values = nn.Linear(6, 4)
optimizer = torch.optim.Adam(values.parameters(), lr=1e-2)
for step in range(10):
    states = torch.randn(32, 6)
    actions = torch.randint(0, 4, (32,))
    taken = -F.nll_loss(values(states), actions, reduction="none")
    loss = (taken - states[:, 0] * actions).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
