# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from learner import Learner


def task(number, d=6):
    x = torch.randn(24, d)
    return x, x[:, : 2 * number + 2].argmax(1)


def main():
    torch.manual_seed(0)
    learner = Learner(6)
    for number in range(2):
        x, y = task(number)
        learner.meet(2 * number + 2)
        for _ in range(6):
            print(number, learner.step(x, y))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner:
    def __init__(self, d, h=12):
        self.net = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, 2))
        self.renew()

    def renew(self):
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1, momentum=0.9)

    def meet(self, classes):
        old = self.net[2]
        if classes > old.out_features:
            new = nn.Linear(old.in_features, classes)
            with torch.no_grad():
                new.weight[: old.out_features] = old.weight
                new.bias[: old.out_features] = old.bias
            self.net[2] = new
            self.renew()

    def step(self, x, y):
        loss = F.cross_entropy(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
learner = Learner(6)
for number in range(2):
    x = torch.randn(24, 6)
    learner.meet(2 * number + 2)
    for _ in range(6):
        print(number, learner.step(x, x[:, : 2 * number + 2].argmax(1)))
# file: learner.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner:
    def __init__(self, d, h=12):
        self.net = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, 2))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1, momentum=0.9)  #! decoy

    def meet(self, classes):
        old = self.net[2]
        if classes > old.out_features:
            new = nn.Linear(old.in_features, classes)  #~ stale-optimizer|not-in-optimizer
            with torch.no_grad():  #! decoy
                new.weight[: old.out_features] = old.weight
                new.bias[: old.out_features] = old.bias
            self.net[2] = new  #~ stale-optimizer|not-in-optimizer

    def step(self, x, y):
        loss = F.cross_entropy(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()  #! decoy
