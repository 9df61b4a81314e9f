# file: main.py
import torch
import torch.nn as nn

from env import PointMass


class Policy(nn.Module):
    def __init__(self, observations=4, actions=2):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(observations, 16), nn.Tanh(), nn.Linear(16, actions))
        self.log_std = nn.Parameter(torch.zeros(actions))

    def act(self, observation, explore=True):
        dist = torch.distributions.Normal(self.mean(torch.as_tensor(observation)), self.log_std.exp())
        action = dist.sample() if explore else dist.mean
        return action, dist.log_prob(action).sum()


def episode(env, policy, explore):
    observation, log_probs, rewards = env.reset(), [], []
    for _ in range(10):
        action, log_prob = policy.act(observation, explore)
        observation, reward = env.step(action.numpy())  #~ exported-while-recorded
        log_probs.append(log_prob)
        rewards.append(reward)
    return torch.stack(log_probs), sum(rewards)


def main():
    torch.manual_seed(0)
    env, policy = PointMass(), Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for step in range(3):
        log_probs, total = episode(env, policy, explore=True)  #! decoy
        loss = -log_probs.sum() * total
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, total)
    print("evaluation", episode(env, policy, explore=False)[1])


if __name__ == "__main__":
    main()
# file: env.py
import numpy as np


class PointMass:
    def __init__(self, seed=0):
        self.random = np.random.default_rng(seed)

    def reset(self):
        self.position = self.random.normal(size=2).astype(np.float32)
        self.speed = np.zeros(2, np.float32)
        return np.concatenate([self.position, self.speed])

    def step(self, action):
        self.speed = self.speed + 0.1 * np.clip(action, -1, 1)
        self.position = self.position + 0.1 * self.speed
        return np.concatenate([self.position, self.speed]), -float(np.abs(self.position).sum())
