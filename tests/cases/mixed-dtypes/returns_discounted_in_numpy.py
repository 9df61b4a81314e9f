# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from rollout import collect, discount


def main():
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for episode in range(3):
        states, rewards = collect(8)
        returns = discount(rewards)
        advantage = (returns - returns.mean()) / (returns.std() + 1e-8)  #! decoy
        loss = F.huber_loss(critic(states).squeeze(1), advantage)  #! decoy
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(episode, loss.item())


main()
# file: rollout.py
import numpy as np
import torch


def collect(length):
    rng = np.random.default_rng(0)
    return torch.randn(length, 3), rng.normal(size=length)


def discount(rewards, gamma=0.95):
    running, out = 0.0, np.zeros_like(rewards)
    for t in reversed(range(len(rewards))):
        running = rewards[t] + gamma * running
        out[t] = running
    return torch.as_tensor(out)  #~ mixed-dtypes
