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
