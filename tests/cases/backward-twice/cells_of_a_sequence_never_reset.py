# file: main.py
import torch
import torch.nn.functional as F

from tracker import Tracker


def walks(count, length=7):
    generator = torch.Generator().manual_seed(2)
    for _ in range(count):
        steps = torch.randn(5, length, 3, generator=generator)
        yield steps, steps.sum(1)


def learn(tracker, optimizer, steps, end):
    optimizer.zero_grad()
    for at in range(steps.size(1)):  #~ backward-twice
        position = tracker(steps[:, at])
    loss = F.mse_loss(position, end)
    loss.backward()  #! decoy
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    tracker = Tracker()
    optimizer = torch.optim.Adam(tracker.parameters(), lr=1e-2)
    for steps, end in walks(5):
        print(learn(tracker, optimizer, steps, end))  #! decoy


main()
# file: tracker.py
import torch
from torch import nn

from memory import Remembering


class Fusion(Remembering):
    def __init__(self, size):
        super().__init__(size)
        self.cell = nn.GRUCell(size, size)

    def forward(self, x):
        self.belief = self.cell(x, self.start_of(x))  #! decoy
        return self.belief


class Tracker(nn.Module):
    def __init__(self, size=10):
        super().__init__()
        self.enter = nn.Linear(3, size)
        self.layers = nn.ModuleList([Fusion(size), Fusion(size)])
        self.leave = nn.Linear(size, 3)

    def forget(self):
        for layer in self.layers:
            layer.begin_sequence()

    def forward(self, x):
        x = torch.relu(self.enter(x))
        for layer in self.layers:
            x = layer(x)
        return self.leave(x)
# file: memory.py
import torch
from torch import nn


class Remembering(nn.Module):
    """Keeps a belief from one call to the next, until a new sequence begins."""

    def __init__(self, size):
        super().__init__()
        self.size, self.belief = size, None

    def begin_sequence(self):
        self.belief = None

    def start_of(self, x):
        return torch.zeros(len(x), self.size) if self.belief is None else self.belief
