# file: main.py
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.mean, self.spread = nn.Linear(16, 1), nn.Linear(16, 1)

    def forward(self, x):
        h = self.body(x)
        return self.mean(h).squeeze(-1), F.softplus(self.spread(h)).squeeze(-1) + 1e-3


class Trainer:
    def __init__(self, model):
        self.model = model
        self.heads = itertools.chain(model.mean.parameters(), model.spread.parameters())  #~ exhausted-iterator
        self.reset(1e-2)

    def reset(self, rate):
        groups = itertools.chain(self.heads, self.model.body.parameters())
        self.optimizer = torch.optim.Adam(groups, lr=rate)

    def epoch(self):
        for _ in range(6):
            x = torch.randn(32, 5)
            mean, spread = self.model(x)
            loss = F.gaussian_nll_loss(mean, x.sum(1), spread)
            self.model.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer(TwoHeads())
    for cycle in range(3):
        print(cycle, trainer.epoch())
        trainer.reset(1e-2 / (cycle + 2))


main()
# file: quiet.py
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.mean, self.spread = nn.Linear(16, 1), nn.Linear(16, 1)

    def forward(self, x):
        h = self.body(x)
        return self.mean(h).squeeze(-1), F.softplus(self.spread(h)).squeeze(-1) + 1e-3


class Trainer:
    def __init__(self, model):
        self.model = model
        self.heads = [model.mean, model.spread]
        self.reset(1e-2)

    def reset(self, rate):
        heads = itertools.chain.from_iterable(head.parameters() for head in self.heads)
        groups = itertools.chain(heads, self.model.body.parameters())
        self.optimizer = torch.optim.Adam(groups, lr=rate)

    def epoch(self):
        for _ in range(6):
            x = torch.randn(32, 5)
            mean, spread = self.model(x)
            loss = F.gaussian_nll_loss(mean, x.sum(1), spread)
            self.model.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer(TwoHeads())
    for cycle in range(3):
        print(cycle, trainer.epoch())
        trainer.reset(1e-2 / (cycle + 2))


main()
