from collections import namedtuple

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical

Transition = namedtuple("Transition", "obs action log_prob reward")


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 3))

    def act(self, obs):
        dist = Categorical(logits=self.pi(torch.as_tensor(obs)))  #! decoy
        action = dist.sample()  #! decoy
        return action.item(), dist.log_prob(action).item()  #~ left-torch


class Rollout:
    def __init__(self):
        self.rows = []

    def add(self, *row):
        self.rows.append(Transition(*row))

    def tensors(self):
        columns = Transition(*zip(*self.rows))
        return Transition(*(torch.from_numpy(np.array(c, dtype=np.float32)) for c in columns))


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for episode in range(2):
        rollout = Rollout()
        for _ in range(10):
            obs = rng.normal(size=2).astype(np.float32)
            action, log_prob = agent.act(obs)
            rollout.add(obs, action, log_prob, float(action == 1))
        batch = rollout.tensors()
        loss = -(batch.log_prob * (batch.reward - batch.reward.mean())).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(episode, loss.item(), batch.reward.sum().item())


if __name__ == "__main__":
    main()
