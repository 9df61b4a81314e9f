# file: main.py
import torch
import torch.nn.functional as F

from continual import Learner


def main():
    torch.manual_seed(0)
    learner = Learner(features=6, classes=3)
    for task in range(2):
        for step in range(2):
            x, y = torch.randn(12, 6), torch.randint(0, 3, (12,))
            loss = learner.loss(x, y)
            if step == 1:
                learner.task_ends(extra=2)
            learner.learn(loss)
            print(task, step, loss.item())


if __name__ == "__main__":
    main()
# file: continual.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner:
    def __init__(self, features, classes):
        self.body, self.head = nn.Linear(features, 8), nn.Parameter(torch.randn(8, classes) / 8)
        self.old = []

    def loss(self, x, y):
        return F.cross_entropy(F.relu(self.body(x)) @ self.head, y)

    def parameters(self):
        return [*self.body.parameters(), self.head]

    def remember(self):
        self.old.append([p.data.clone() for p in self.parameters()])  #! decoy

    def task_ends(self, extra):
        self.remember()
        grown = torch.zeros(len(self.head), self.head.shape[1] + extra)
        grown[:, : self.head.shape[1]] = self.head.detach()  #! decoy
        self.head.data = grown  #~ untracked-change

    def learn(self, loss):
        for p in self.parameters():
            p.grad = None  #! decoy
        loss.backward()  #! decoy
        with torch.no_grad():
            for p in self.parameters():
                p -= 0.1 * p.grad
