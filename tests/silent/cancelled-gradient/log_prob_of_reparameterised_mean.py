# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())


def rewards(obs, action):
    return -(action - obs[:, :1]).pow(2)


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for it in range(6):
        obs = torch.randn(64, 3)
        dist = policy(obs)
        action = dist.rsample()  #~ cancelled-gradient|zero-gradient|sampled-value|detached-tensor
        reward = rewards(obs, action).detach()  #! decoy
        baseline = reward.mean()
        loss = -(dist.log_prob(action) * (reward - baseline)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(it, reward.mean().item(), policy.log_std.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())


def rewards(obs, action):
    return -(action - obs[:, :1]).pow(2)


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for it in range(6):
        obs = torch.randn(64, 3)
        dist = policy(obs)
        action = dist.sample()
        reward = rewards(obs, action).detach()
        baseline = reward.mean()
        loss = -(dist.log_prob(action) * (reward - baseline)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(it, reward.mean().item(), policy.log_std.item())


main()
