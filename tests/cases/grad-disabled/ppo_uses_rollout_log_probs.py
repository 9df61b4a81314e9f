# file: main.py
import torch

from ppo.buffer import collect
from ppo.policy import GaussianPolicy


def surrogate(new, old, advantage, clip=0.2):
    ratio = (new - old).exp()
    return -torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()


def main():
    torch.manual_seed(0)
    policy = GaussianPolicy(3, 1)
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
    for iteration in range(2):
        batch = collect(policy, steps=20)
        advantage = batch["reward"] - batch["reward"].mean()
        advantage = advantage / (advantage.std() + 1e-8)
        old = batch["log_prob"].detach()  #! decoy
        new = batch["log_prob"]
        loss = surrogate(new, old, advantage)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(iteration, loss.item(), batch["reward"].mean().item())


if __name__ == "__main__":
    main()
# file: ppo/__init__.py
# file: ppo/buffer.py
import torch


@torch.no_grad()  #~ grad-disabled
def collect(policy, steps):
    """Plays, and keeps what the update needs."""
    rows = {"obs": [], "action": [], "log_prob": [], "reward": []}
    obs = torch.zeros(3)
    for _ in range(steps):
        dist = policy(obs)
        action = dist.sample()  #! decoy
        rows["obs"].append(obs)
        rows["action"].append(action)
        rows["log_prob"].append(dist.log_prob(action).sum())
        rows["reward"].append(-(action - obs.sum()).pow(2).sum())
        obs = torch.randn(3)
    return {name: torch.stack(values) for name, values in rows.items()}
# file: ppo/policy.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(obs, 8), nn.Tanh(), nn.Linear(8, act))
        self.log_std = nn.Parameter(torch.zeros(act))

    def forward(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())
