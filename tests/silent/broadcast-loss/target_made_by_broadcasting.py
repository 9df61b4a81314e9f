# file: main.py
import random

import torch
import torch.nn as nn

from learner import Learner


class Memory:
    def __init__(self):
        self.items = []

    def push(self, *item):
        self.items.append(item)

    def sample(self, n):
        s, a, r, s2 = zip(*random.sample(self.items, n))
        return torch.stack(s), torch.tensor(a), torch.tensor(r).unsqueeze(1), torch.stack(s2)


def main(steps=15):
    random.seed(0)
    torch.manual_seed(0)
    memory = Memory()
    for _ in range(80):
        s = torch.randn(3)
        memory.push(s, random.randrange(2), float(s.sum()), s + 0.1 * torch.randn(3))
    q = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 2))
    learner = Learner(q)
    for step in range(steps):
        loss = learner.update(*memory.sample(16))
        if step % 5 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
# file: learner.py
import copy

import torch
import torch.nn.functional as F


class Learner:
    def __init__(self, q, gamma=0.9):
        self.q, self.gamma = q, gamma
        self.frozen = copy.deepcopy(q)
        self.opt = torch.optim.Adam(q.parameters(), lr=1e-3)

    def target(self, r, s2):
        with torch.no_grad():  #! decoy
            best = self.frozen(s2).max(dim=1).values
            return r + self.gamma * best  #~ broadcast-loss

    def update(self, s, a, r, s2):
        chosen = self.q(s).gather(1, a.unsqueeze(1))  #! decoy
        loss = F.smooth_l1_loss(chosen, self.target(r, s2))  #~ broadcast-loss
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
