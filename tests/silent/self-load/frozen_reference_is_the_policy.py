# file: main.py
import torch
import torch.nn as nn


class Tuner:
    def __init__(self, vocabulary):
        policy = nn.Sequential(nn.Embedding(vocabulary, 8), nn.Linear(8, vocabulary))
        self.policy = policy
        self.reference = policy  #~ self-load
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-2)

    def step(self, ids, reward):
        now = self.policy(ids[:, :-1]).log_softmax(-1).gather(2, ids[:, 1:, None]).squeeze(2)
        with torch.no_grad():
            then = self.reference(ids[:, :-1]).log_softmax(-1).gather(2, ids[:, 1:, None]).squeeze(2)
        loss = -(now * (reward - 0.1 * (now - then)).detach()).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    tuner = Tuner(10)
    for step in range(12):
        ids = torch.randint(0, 10, (8, 6))
        print(tuner.step(ids, (ids[:, 1:] > 4).float()))
        if step % 3 == 2:
            tuner.reference.load_state_dict(tuner.policy.state_dict())  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn


class Tuner:
    def __init__(self, vocabulary):
        policy = nn.Sequential(nn.Embedding(vocabulary, 8), nn.Linear(8, vocabulary))
        self.policy = policy
        self.reference = copy.deepcopy(policy)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-2)

    def step(self, ids, reward):
        now = self.policy(ids[:, :-1]).log_softmax(-1).gather(2, ids[:, 1:, None]).squeeze(2)
        with torch.no_grad():
            then = self.reference(ids[:, :-1]).log_softmax(-1).gather(2, ids[:, 1:, None]).squeeze(2)
        loss = -(now * (reward - 0.1 * (now - then)).detach()).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    tuner = Tuner(10)
    for step in range(12):
        ids = torch.randint(0, 10, (8, 6))
        print(tuner.step(ids, (ids[:, 1:] > 4).float()))
        if step % 3 == 2:
            tuner.reference.load_state_dict(tuner.policy.state_dict())


main()
