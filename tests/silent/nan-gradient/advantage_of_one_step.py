# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Categorical

from returns import normalised_returns


def episode(policy, length):
    logps, rewards = [], []
    for _ in range(length):
        s = torch.randn(4)
        dist = Categorical(logits=policy(s).nan_to_num())
        a = dist.sample()
        logps.append(dist.log_prob(a))
        rewards.append(float(s[0]) if a == 1 else -float(s[0]))
    return torch.stack(logps), rewards


def main():
    torch.manual_seed(0)
    policy = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for length in (6, 4, 1, 5):
        logps, rewards = episode(policy, length)
        loss = -(logps * normalised_returns(rewards)).sum()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(length, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: returns.py
import torch


def normalised_returns(rewards, gamma=0.95):
    out, total = [], 0.0
    for r in reversed(rewards):
        total = r + gamma * total
        out.insert(0, total)
    g = torch.tensor(out)
    return (g - g.mean()) / (g.std() + 1e-8)  #~ nan-gradient
