# file: main.py
import math

import torch
from torch import nn


class Trainer:
    def __init__(self, model, optimizer, every):
        self.model, self.optimizer, self.every = model, optimizer, every
        self.updates = 0

    def fit(self, batches):
        for number, (x, lengths, y) in enumerate(batches, 1):
            error = (self.model(x).squeeze(-1) - y).pow(2)
            mask = torch.arange(x.size(1))[None] < lengths[:, None]
            loss = ((error * mask).sum(1) / lengths).mean()
            (loss / self.every).backward()  #! decoy
            if number % self.every == 0:
                norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  #! decoy
                if math.isfinite(norm):
                    self.optimizer.step()  #! decoy
                    self.optimizer.zero_grad()  #~ lasting-nan
                    self.updates += 1


def batches(count):
    for number in range(count):
        lengths = torch.randint(2, 7, (4,))
        if number == 5:
            lengths[1] = 0
        x = torch.randn(4, 6, 3)
        yield x, lengths, x.sum(-1)


torch.manual_seed(0)
model = nn.Linear(3, 1)
trainer = Trainer(model, torch.optim.SGD(model.parameters(), lr=0.05), every=2)
trainer.fit(batches(40))
print(trainer.updates, "updates")
# file: quiet.py
import math

import torch
from torch import nn


class Trainer:
    def __init__(self, model, optimizer, every):
        self.model, self.optimizer, self.every = model, optimizer, every
        self.updates = 0

    def fit(self, batches):
        for number, (x, lengths, y) in enumerate(batches, 1):
            error = (self.model(x).squeeze(-1) - y).pow(2)
            mask = torch.arange(x.size(1))[None] < lengths[:, None]
            loss = ((error * mask).sum(1) / lengths).mean()
            (loss / self.every).backward()
            if number % self.every == 0:
                norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                if math.isfinite(norm):
                    self.optimizer.step()
                    self.updates += 1
                self.optimizer.zero_grad()


def batches(count):
    for number in range(count):
        lengths = torch.randint(2, 7, (4,))
        if number == 5:
            lengths[1] = 0
        x = torch.randn(4, 6, 3)
        yield x, lengths, x.sum(-1)


torch.manual_seed(0)
model = nn.Linear(3, 1)
trainer = Trainer(model, torch.optim.SGD(model.parameters(), lr=0.05), every=2)
trainer.fit(batches(40))
print(trainer.updates, "updates")
