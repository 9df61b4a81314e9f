# file: main.py
import torch

from domains import Adapter, scenes


def main():
    torch.manual_seed(0)
    adapter = Adapter(ramp=40)
    for round_ in range(60):
        sunny, labels = scenes(16, 0.0)
        rainy, _ = scenes(16, 1.5)
        task, gap = adapter.learn(sunny, labels, rainy)
    print(task, gap)  #! decoy


main()
# file: domains.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def scenes(n, shift):
    x = torch.randn(n, 8)
    return x + shift, (x[:, 0] > 0).long()


class Adapter:
    def __init__(self, ramp):
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.head = nn.Linear(16, 2)
        self.optimizer = torch.optim.SGD([*self.body.parameters(), *self.head.parameters()], lr=0.05)
        self.ramp, self.n_updates, self.strength = ramp, 0, 0.3

    def weight(self):
        return self.strength * min(1.0, self.n_updates / self.ramp)  #~ multiplied-by-zero

    def learn(self, sunny, labels, rainy):
        near, far = self.body(sunny), self.body(rainy)
        task = F.cross_entropy(self.head(near), labels)
        gap = (near.mean(0) - far.mean(0)).pow(2).sum()
        weight = self.weight()
        loss = task + weight * gap  #! decoy
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return task.item(), gap.item()
# file: quiet.py
import torch

from domains import Adapter as Stuck
from domains import scenes


class Adapter(Stuck):
    def learn(self, sunny, labels, rainy):
        told = super().learn(sunny, labels, rainy)
        self.n_updates += 1
        return told


class WithoutAdaption(Stuck):
    def weight(self):
        return self.chosen

    chosen = 0.0


def main():
    torch.manual_seed(0)
    for adapter in (Adapter(ramp=40), WithoutAdaption(ramp=40)):
        for _ in range(60):
            sunny, labels = scenes(16, 0.0)
            rainy, _ = scenes(16, 1.5)
            task, gap = adapter.learn(sunny, labels, rainy)
        print(task, gap)


main()
