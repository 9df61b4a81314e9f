# file: main.py
from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Towers:
    query: nn.Module
    answers: list = field(default_factory=list)


class Matcher(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.words = nn.Embedding(30, width)
        self.towers = Towers(nn.Linear(width, width), [nn.Linear(width, width) for _ in range(2)])  #~ unregistered-module
        self.scale = nn.Linear(2, 1)

    def forward(self, question, answer):
        q = self.towers.query(self.words(question).mean(1))
        a = [tower(self.words(answer).mean(1)) for tower in self.towers.answers]
        return self.scale(torch.stack([(q * each).sum(-1) for each in a], dim=-1)).squeeze(-1)


torch.manual_seed(0)
model = Matcher()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(8):
    question, answer = torch.randint(0, 30, (16, 4)), torch.randint(0, 30, (16, 6))
    loss = F.binary_cross_entropy_with_logits(model(question, answer), (question[:, 0] == answer[:, 0]).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: quiet.py
from dataclasses import dataclass, field
from types import SimpleNamespace

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Towers:
    query: nn.Module
    answers: list = field(default_factory=list)


# An object names layers that the model has registered too; another one has its own entry in the optimizer.
class Matcher(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.words = nn.Embedding(30, width)
        self.query, self.answers = nn.Linear(width, width), nn.ModuleList(nn.Linear(width, width) for _ in range(2))
        self.towers = Towers(self.query, list(self.answers))
        self.towers.owner = self
        self.last = SimpleNamespace(scale=nn.Linear(2, 1), sizes={"width": width})

    def forward(self, question, answer):
        q = self.towers.query(self.words(question).mean(1))
        a = [tower(self.words(answer).mean(1)) for tower in self.towers.answers]
        return self.last.scale(torch.stack([(q * each).sum(-1) for each in a], dim=-1)).squeeze(-1)


torch.manual_seed(0)
model = Matcher()
optimizer = torch.optim.Adam([*model.parameters(), *model.last.scale.parameters()], lr=1e-2)
for _ in range(8):
    question, answer = torch.randint(0, 30, (16, 4)), torch.randint(0, 30, (16, 6))
    loss = F.binary_cross_entropy_with_logits(model(question, answer), (question[:, 0] == answer[:, 0]).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
