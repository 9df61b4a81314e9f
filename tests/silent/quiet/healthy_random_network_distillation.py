# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 24), nn.ReLU(), nn.Linear(24, b))


class Curious:
    def __init__(self):
        self.target, self.predictor = mlp(3, 8), mlp(3, 8)
        for p in self.target.parameters():
            p.requires_grad = False
        self.policy = mlp(3, 2)
        self.opt = torch.optim.Adam([*self.policy.parameters(), *self.predictor.parameters()], lr=3e-3)
        self.mean, self.std = torch.zeros(1), torch.ones(1)

    def bonus(self, obs):
        with torch.no_grad():
            goal = self.target(obs)
        error = (self.predictor(obs) - goal).pow(2).mean(1)
        return error.detach(), error.mean()

    def update(self, obs):
        dist = Categorical(logits=self.policy(obs))
        action = dist.sample()
        following = obs + 0.1 * (action.float().unsqueeze(1) * 2 - 1)
        reward, rnd_loss = self.bonus(following)
        self.mean, self.std = 0.9 * self.mean + 0.1 * reward.mean(), 0.9 * self.std + 0.1 * reward.std()
        advantage = (reward - self.mean) / self.std
        loss = -(dist.log_prob(action) * advantage).mean() + rnd_loss - 0.01 * dist.entropy().mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item(), reward.mean().item()


def main():
    torch.manual_seed(0)
    agent = Curious()
    for it in range(6):
        print(it, *agent.update(torch.randn(32, 3)))


main()
