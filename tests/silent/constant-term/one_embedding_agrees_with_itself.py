# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Parts:
    """What the training step keeps of a batch."""


class Alignment(nn.Module):
    def __init__(self, tower, frozen):
        super().__init__()
        self.tower = tower
        self.frozen = frozen
        for p in self.frozen.parameters():
            p.requires_grad = False
        self.score = nn.Linear(6, 3)

    def forward(self, x):
        parts = Parts()
        parts.ours = self.tower(x)
        parts.theirs = self.frozen(x)
        parts.scores = self.score(parts.ours)
        return parts


def agree(parts):
    here = parts.theirs.tanh()  #~ constant-term
    there = parts.theirs.tanh().roll(1, 0)
    return F.cosine_embedding_loss(here, there, torch.ones(len(here)))


def terms(parts, y):
    yield F.cross_entropy(parts.scores, y)
    yield 0.5 * agree(parts)


torch.manual_seed(1)
model = Alignment(nn.Linear(10, 6), nn.Linear(10, 6))
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
for _ in range(10):
    x = torch.randn(16, 10)
    loss = sum(terms(model(x), x[:, :3].argmax(1)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Parts:
    """What the training step keeps of a batch."""


class Alignment(nn.Module):
    def __init__(self, tower, frozen):
        super().__init__()
        self.tower = tower
        self.frozen = frozen
        for p in self.frozen.parameters():
            p.requires_grad = False
        self.score = nn.Linear(6, 3)

    def forward(self, x):
        parts = Parts()
        parts.ours = self.tower(x)
        parts.theirs = self.frozen(x)
        parts.scores = self.score(parts.ours)
        return parts


def agree(parts):
    here = parts.ours.tanh()
    there = parts.theirs.tanh()
    return F.cosine_embedding_loss(here, there, torch.ones(len(here)))


def terms(parts, y):
    yield F.cross_entropy(parts.scores, y)
    yield 0.5 * agree(parts)


torch.manual_seed(1)
model = Alignment(nn.Linear(10, 6), nn.Linear(10, 6))
optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
for _ in range(10):
    x = torch.randn(16, 10)
    loss = sum(terms(model(x), x[:, :3].argmax(1)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
