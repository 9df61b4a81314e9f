# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def synchronise(target, online):
    with torch.no_grad():
        for t, p in zip(target.parameters(), online.parameters()):
            t.copy_(p)  #~ same-memory


class Learner:
    def __init__(self):
        self.online = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.target = self.online  #~ same-memory
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=1e-3)

    def update(self, state, reward, following):
        with torch.no_grad():
            wanted = reward + 0.9 * self.target(following).max(1).values
        loss = F.smooth_l1_loss(self.online(state)[:, 0], wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    learner = Learner()
    for step in range(12):
        state, following = torch.randn(2, 16, 4)
        print(learner.update(state, state.sum(1), following))
        if step % 3 == 2:
            synchronise(learner.target, learner.online)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def synchronise(target, online):
    with torch.no_grad():
        for t, p in zip(target.parameters(), online.parameters()):
            t.copy_(p)


class Learner:
    def __init__(self):
        self.online = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.target = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=1e-3)

    def update(self, state, reward, following):
        with torch.no_grad():
            wanted = reward + 0.9 * self.target(following).max(1).values
        loss = F.smooth_l1_loss(self.online(state)[:, 0], wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    learner = Learner()
    for step in range(12):
        state, following = torch.randn(2, 16, 4)
        print(learner.update(state, state.sum(1), following))
        if step % 3 == 2:
            synchronise(learner.target, learner.online)


main()
