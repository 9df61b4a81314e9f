# file: main.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


def judge():
    return nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 3))


class Pair:
    def __init__(self):
        self.one, self.two = judge(), judge()
        self.old_one, self.old_two = copy.deepcopy(self.one), copy.deepcopy(self.two)
        self.optimizer = torch.optim.Adam([*self.one.parameters(), *self.two.parameters()], lr=5e-3)

    def learn(self, state, action, reward, following):
        with torch.no_grad():
            worth = torch.minimum(self.old_one(following), self.old_two(following)).max(1).values
        goal = reward + 0.9 * worth
        chosen = action.unsqueeze(1)
        loss = sum(F.mse_loss(net(state).gather(1, chosen).squeeze(1), goal) for net in (self.one, self.two))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def synchronise(self):
        self.old_one.load_state_dict(self.one.state_dict())  #~ copy-left-behind


torch.manual_seed(0)
pair = Pair()
for step in range(1, 41):
    state, action = torch.randn(24, 6), torch.randint(0, 3, (24,))
    loss = pair.learn(state, action, state[:, 0] * action, state.roll(1, 1))
    if step % 4 == 0:
        pair.synchronise()
        print(step, loss)
# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


def judge():
    return nn.Sequential(nn.Linear(6, 20), nn.ReLU(), nn.Linear(20, 3))


class Doubtful:
    """A judge with a fixed part beside it, which makes each of several doubt in another way."""

    def __init__(self):
        self.net = judge()
        self.prior = copy.deepcopy(self.net).requires_grad_(False)
        self.old = copy.deepcopy(self.net)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=5e-3)

    def learn(self, state, action, reward, following):
        with torch.no_grad():
            worth = (self.old(following) + 0.5 * self.prior(following)).max(1).values
        goal = reward + 0.9 * worth
        known = self.net(state) + 0.5 * self.prior(state)
        loss = F.mse_loss(known.gather(1, action.unsqueeze(1)).squeeze(1), goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def synchronise(self):
        self.old.load_state_dict(self.net.state_dict())


torch.manual_seed(0)
doubtful = Doubtful()
for step in range(1, 41):
    state, action = torch.randn(24, 6), torch.randint(0, 3, (24,))
    loss = doubtful.learn(state, action, state[:, 0] * action, state.roll(1, 1))
    if step % 4 == 0:
        doubtful.synchronise()
        print(step, loss)
