# file: main.py
import torch

from policy import Policy, play


def main():
    torch.manual_seed(2)
    policy = Policy(3, 2)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    baseline = 0.0
    for episode in range(3):
        log_probs, rewards = play(policy, steps=8)
        returns = torch.FloatTensor(rewards).flip(0).cumsum(0).flip(0)  #! decoy
        baseline = 0.9 * baseline + 0.1 * returns.mean().item()
        log_probs = torch.FloatTensor(log_probs)  #~ rebuilt-tensor
        loss = -(log_probs * (returns - baseline)).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(episode, sum(rewards))


if __name__ == "__main__":
    main()
# file: policy.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self, obs, actions):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 12), nn.Tanh(), nn.Linear(12, actions))

    def forward(self, obs):
        return Categorical(logits=self.net(obs))


def play(policy, steps):
    obs = torch.zeros(3)
    log_probs, rewards = [], []
    for _ in range(steps):
        dist = policy(obs)
        action = dist.sample()  #! decoy
        log_probs.append(dist.log_prob(action))
        rewards.append(1.0 if action.item() == 1 else -0.5)
        obs = torch.randn(3)
    return log_probs, rewards
