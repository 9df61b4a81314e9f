# file: main.py
import torch
import torch.nn as nn
from objective import Objective


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.table = nn.Embedding(20, width)
        self.out = nn.Linear(width, 5)

    def forward(self, words):
        return self.out(self.table(words).mean(1))


def lesson(objective, small, big, optimizer, words, y):
    with torch.no_grad():
        told = big(words)
    loss, parts = objective(small(words), told, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return parts


torch.manual_seed(0)
tutor, pupil = Reader(32), Reader(6)
words = torch.randint(0, 20, (64, 7))
y = words[:, 0] % 5
optimizer = torch.optim.Adam(tutor.parameters(), lr=1e-2)
for _ in range(25):
    optimizer.zero_grad()
    nn.functional.cross_entropy(tutor(words), y).backward()
    optimizer.step()

objective = Objective(heat=3.0)
optimizer = torch.optim.Adam(pupil.parameters(), lr=1e-2)
for _ in range(12):
    parts = lesson(objective, pupil, tutor, optimizer, words, y)  #! decoy
print(parts)
# file: objective.py
import torch
import torch.nn as nn


class Objective(nn.Module):
    def __init__(self, heat):
        super().__init__()
        self.heat = heat
        self.follow = nn.KLDivLoss(reduction="batchmean")
        self.hard = nn.CrossEntropyLoss()

    def soften(self, logits):
        return torch.softmax(logits / self.heat, -1)

    def log_soften(self, logits):
        return torch.log_softmax(logits / self.heat, -1)

    def forward(self, answer, told, y):
        wanted = self.soften(told)
        guess = self.log_soften(told)  #~ constant-term
        soft = self.follow(guess, wanted) * self.heat**2
        hard = self.hard(answer, y)
        return 0.8 * soft + 0.2 * hard, (soft.item(), hard.item())
# file: quiet.py
import torch
import torch.nn as nn
from objective_of_both import Objective


class Reader(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.table = nn.Embedding(20, width)
        self.out = nn.Linear(width, 5)

    def forward(self, words):
        return self.out(self.table(words).mean(1))


torch.manual_seed(0)
tutor, pupil = Reader(32), Reader(6)
words = torch.randint(0, 20, (64, 7))
y = words[:, 0] % 5
optimizer = torch.optim.Adam(tutor.parameters(), lr=1e-2)
for _ in range(25):
    optimizer.zero_grad()
    nn.functional.cross_entropy(tutor(words), y).backward()
    optimizer.step()

objective = Objective(heat=3.0)
optimizer = torch.optim.Adam(pupil.parameters(), lr=1e-2)
for _ in range(12):
    with torch.no_grad():
        told = tutor(words)
    loss, parts = objective(pupil(words), told, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(parts)
# file: objective_of_both.py
import torch
import torch.nn as nn


class Objective(nn.Module):
    def __init__(self, heat):
        super().__init__()
        self.heat = heat
        self.follow = nn.KLDivLoss(reduction="batchmean")
        self.hard = nn.CrossEntropyLoss()

    def forward(self, answer, told, y):
        wanted = torch.softmax(told / self.heat, -1)
        guess = torch.log_softmax(answer / self.heat, -1)
        # What the tutor does not know itself: the same for every pupil, and only told.
        doubt = self.follow(torch.log_softmax(told, -1), wanted).item()
        soft = self.follow(guess, wanted) * self.heat**2
        hard = self.hard(answer, y)
        return 0.8 * soft + 0.2 * hard, (soft.item(), hard.item(), doubt)
