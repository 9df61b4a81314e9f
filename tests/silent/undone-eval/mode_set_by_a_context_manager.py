# file: main.py
import torch

from detector import Detector
from loop import Loop


def main():
    torch.manual_seed(0)
    model = Detector().freeze("stem")
    Loop(model, epochs=3).run()


main()
# file: quiet.py
import torch

from detector import Detector
from loop import Loop


class Resting(Detector):
    def train(self, mode=True):
        super().train(mode)
        self.stem.eval()
        return self


torch.manual_seed(0)
Loop(Resting().freeze("stem"), epochs=3).run()
# file: detector.py
import torch.nn as nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(1, 8, 3, padding=1), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def freeze(self, name):
        part = getattr(self, name).requires_grad_(False)
        [m.eval() for m in part.modules() if isinstance(m, nn.BatchNorm1d)]
        return self

    def forward(self, x):
        return self.head(self.stem(x).mean(-1))
# file: loop.py
from contextlib import contextmanager

import torch
import torch.nn.functional as F


@contextmanager
def mode(model, training):
    before = model.training
    model.train(training)  #! decoy
    yield
    model.train(before)


class Loop:
    def __init__(self, model, epochs):
        self.model, self.epochs = model, epochs
        self.optimizer = torch.optim.Adam(model.head.parameters(), lr=1e-2)

    def run(self):
        for epoch in range(self.epochs):
            with mode(self.model, True):  #~ undone-eval
                for _ in range(4):
                    self.step()
            with mode(self.model, False), torch.no_grad():
                print(epoch, self.model(torch.randn(4, 1, 12)).norm().item())

    def step(self):
        x = torch.randn(16, 1, 12)
        loss = F.cross_entropy(self.model(x), (x.mean((1, 2)) > 0).long())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
