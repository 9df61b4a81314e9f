# file: main.py
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.value = nn.Linear(3, 1)

    def score(self, state, action):
        return Normal(self.mean(state), 1.0).log_prob(action)


def surrogate(policy, state, action, advantage):
    before = policy.score(state, action)  #~ cancelled-gradient
    now = policy.score(state, action)
    return -((now - before).exp() * advantage).mean()


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
    for step in range(6):
        state = torch.randn(16, 3)
        action = torch.randn(16, 1)
        reward = state[:, :1] * action
        value = policy.value(state)
        loss = surrogate(policy, state, action, reward - value.detach()) + (value - reward).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.value = nn.Linear(3, 1)

    def score(self, state, action):
        return Normal(self.mean(state), 1.0).log_prob(action)


def surrogate(policy, state, action, advantage):
    with torch.no_grad():
        before = policy.score(state, action)
    now = policy.score(state, action)
    return -((now - before).exp() * advantage).mean()


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
    for step in range(6):
        state = torch.randn(16, 3)
        action = torch.randn(16, 1)
        reward = state[:, :1] * action
        value = policy.value(state)
        loss = surrogate(policy, state, action, reward - value.detach()) + (value - reward).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
