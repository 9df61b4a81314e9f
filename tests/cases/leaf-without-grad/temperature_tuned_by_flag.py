# file: main.py
import torch

from sac.agent import Agent
from sac.config import from_overrides


def main():
    torch.manual_seed(0)
    agent = Agent(from_overrides(["entropy.tune=true", "entropy.initial=0.2"]))
    for step in range(3):
        print(step, agent.update(torch.randn(16, 4)))


if __name__ == "__main__":
    main()
# file: sac/__init__.py
# file: sac/agent.py
import math

import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, obs=4, act=2):
        super().__init__()
        self.net = nn.Linear(obs, 2 * act)

    def forward(self, obs):
        mean, log_std = self.net(obs).chunk(2, dim=-1)
        dist = Normal(mean, log_std.clamp(-3, 1).exp())
        action = dist.rsample()
        return action, dist.log_prob(action).sum(-1)


class Agent:
    def __init__(self, config):
        self.config, self.actor = config, Actor()
        self.critic = nn.Linear(6, 1).requires_grad_(False)  #! decoy
        self.log_alpha = torch.tensor(math.log(config.entropy.initial))  #~ leaf-without-grad
        self.optimizers = {"actor": torch.optim.Adam(self.actor.parameters(), lr=config.lr)}
        if config.entropy.tune:
            self.optimizers["alpha"] = torch.optim.Adam([self.log_alpha], lr=config.lr)

    @property
    def alpha(self):
        return self.log_alpha.exp().detach()  #! decoy

    def losses(self, obs):
        action, log_prob = self.actor(obs)
        value = self.critic(torch.cat([obs, action], dim=-1)).squeeze(-1)
        yield "actor", (self.alpha * log_prob - value).mean()
        if self.config.entropy.tune:
            gap = (log_prob + self.config.entropy.target).detach()  #! decoy
            yield "alpha", -(self.log_alpha.exp() * gap).mean()

    def update(self, obs):
        logs = {}
        for name, loss in self.losses(obs):
            self.optimizers[name].zero_grad()
            loss.backward()
            self.optimizers[name].step()
            logs[name] = loss.item()
        return logs
# file: sac/config.py
from dataclasses import dataclass, field


@dataclass
class Entropy:
    tune: bool = False
    initial: float = 0.1
    target: float = -2.0


@dataclass
class Config:
    entropy: Entropy = field(default_factory=Entropy)
    lr: float = 3e-3


def from_overrides(items):
    config = Config()
    for item in items:
        path, value = item.split("=")
        section, name = path.split(".")
        holder = getattr(config, section)
        kind = type(getattr(holder, name))
        setattr(holder, name, value == "true" if kind is bool else kind(value))
    return config
