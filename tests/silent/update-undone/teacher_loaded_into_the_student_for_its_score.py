# file: main.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


def moons(n):
    angle = torch.rand(n) * 3.14
    label = torch.randint(0, 2, (n,))
    x = torch.stack([torch.cos(angle) + label - 0.5, torch.sin(angle) * (1 - 2 * label)], 1)
    return x + 0.1 * torch.randn(n, 2), label


class Run:
    def __init__(self):
        self.student = nn.Sequential(nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 2))
        self.teacher = copy.deepcopy(self.student)
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.05, momentum=0.9)

    def follow(self, keep=0.98):
        with torch.no_grad():
            for t, s in zip(self.teacher.parameters(), self.student.parameters()):
                t.mul_(keep).add_(s, alpha=1 - keep)

    def train(self, batches):
        for _ in range(batches):
            x, y = moons(32)
            loss = F.cross_entropy(self.student(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.follow()
        return loss.item()

    def score(self):
        self.student.load_state_dict(self.teacher.state_dict())  #~ update-undone
        x, y = moons(128)
        with torch.no_grad():
            return (self.student(x).argmax(1) == y).float().mean().item()


torch.manual_seed(0)
run = Run()
for cycle in range(9):
    print(cycle, run.train(8), run.score())
# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


def moons(n):
    angle = torch.rand(n) * 3.14
    label = torch.randint(0, 2, (n,))
    x = torch.stack([torch.cos(angle) + label - 0.5, torch.sin(angle) * (1 - 2 * label)], 1)
    return x + 0.1 * torch.randn(n, 2), label


class Run:
    def __init__(self):
        self.student = nn.Sequential(nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 2))
        self.teacher = copy.deepcopy(self.student)
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.05, momentum=0.9)

    def follow(self, keep=0.98):
        with torch.no_grad():
            for t, s in zip(self.teacher.parameters(), self.student.parameters()):
                t.mul_(keep).add_(s, alpha=1 - keep)

    def train(self, batches):
        for _ in range(batches):
            x, y = moons(32)
            loss = F.cross_entropy(self.student(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.follow()
        return loss.item()

    def score(self):
        kept = copy.deepcopy(self.student.state_dict())
        self.student.load_state_dict(self.teacher.state_dict())
        x, y = moons(128)
        with torch.no_grad():
            hits = (self.student(x).argmax(1) == y).float().mean().item()
        self.student.load_state_dict(kept)
        return hits


torch.manual_seed(0)
run = Run()
for cycle in range(9):
    print(cycle, run.train(8), run.score())
run.student.load_state_dict(run.teacher.state_dict())
