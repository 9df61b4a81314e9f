# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Normal

from buffer import RolloutBuffer


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_std = nn.Linear(3, 1), nn.Parameter(torch.zeros(1))

    def forward(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())


def collect(policy, buffer, steps):
    obs = torch.randn(3)
    for _ in range(steps):
        dist = policy(obs)
        act = dist.sample()  #! decoy
        buffer.add(obs, act, dist.log_prob(act).sum(-1), -float(obs.pow(2).sum()))
        obs = 0.9 * obs + 0.1 * act


def update(policy, buffer, opt, epochs=3, clip=0.2):
    obs, act, old, ret = buffer.batch()
    for _ in range(epochs):
        ratio = (policy(obs).log_prob(act).sum(-1) - old).exp()
        loss = -torch.min(ratio * ret, ratio.clamp(1 - clip, 1 + clip) * ret).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    policy, buffer = Policy(), RolloutBuffer()
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for it in range(2):
        collect(policy, buffer, 8)
        print(it, update(policy, buffer, opt))
        buffer.clear()


main()
# file: buffer.py
import torch


class RolloutBuffer:
    def __init__(self):
        self.clear()

    def clear(self):
        self.obs, self.act, self.logp, self.rew = [], [], [], []

    def add(self, obs, act, logp, rew):
        self.obs.append(obs)
        self.act.append(act)
        self.logp.append(logp)  #~ backward-twice
        self.rew.append(rew)

    def returns(self, gamma=0.9):
        total, out = 0.0, []
        for r in reversed(self.rew):
            total = r + gamma * total
            out.append(total)
        ret = torch.tensor(out[::-1])  #! decoy
        return (ret - ret.mean()) / (ret.std() + 1e-6)

    def batch(self):
        return torch.stack(self.obs), torch.stack(self.act), torch.stack(self.logp), self.returns()
