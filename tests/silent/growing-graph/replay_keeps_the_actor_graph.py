# file: main.py
import torch
import torch.nn.functional as F

from agent import Agent
from replay import Replay


def env_step(s, a):
    s2 = 0.9 * s + 0.1 * a
    return s2, -float((s2**2).sum())


def main(steps=60):
    torch.manual_seed(0)
    agent, replay = Agent(), Replay()
    s = torch.randn(3)
    for t in range(steps):
        a = agent.act(s)
        s2, r = env_step(s, a.detach())  #! decoy
        replay.add(s, a, r, s2)  #~ growing-graph
        s = s2
        if t >= 20:
            bs, ba, br, bs2 = replay.sample(8)
            target = br + 0.9 * agent.target(bs2)
            loss = F.mse_loss(agent.q(bs, ba.detach()), target)
            agent.critic_opt.zero_grad()
            loss.backward()
            agent.critic_opt.step()
            if t % 10 == 0:
                print(t, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: agent.py
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 3), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def act(self, s):
        return self.actor(s) + 0.1 * torch.randn(3)  #~ growing-graph

    def q(self, s, a):
        return self.critic(torch.cat([s, a], dim=-1)).squeeze(-1)

    @torch.no_grad()
    def target(self, s2):
        return self.q(s2, self.actor(s2))
# file: replay.py
import random

import torch


class Replay:
    def __init__(self, seed=0):
        self.items, self.rng = [], random.Random(seed)

    def add(self, s, a, r, s2):
        self.items.append((s, a, r, s2))  #~ growing-graph

    def sample(self, n):
        s, a, r, s2 = zip(*self.rng.sample(self.items, n))
        return torch.stack(s), torch.stack(a), torch.tensor(r), torch.stack(s2)
