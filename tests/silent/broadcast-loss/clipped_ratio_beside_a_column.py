import torch
import torch.nn as nn
from torch.distributions import Categorical


def surrogate(ratio, baseline, reward):
    advantage = reward - baseline  # one number a step
    return -torch.minimum(ratio, ratio.clamp(0.8, 1.2)).mul(advantage).mean()


def main():
    torch.manual_seed(0)
    policy, value = nn.Linear(4, 3), nn.Linear(4, 1)
    optimizer = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=1e-2)
    for step in range(10):
        state = torch.randn(16, 4)
        drawn = Categorical(logits=policy(state).detach())
        action, reward = drawn.sample(), torch.randn(16)
        ratio = (Categorical(logits=policy(state)).log_prob(action) - drawn.log_prob(action)).exp()
        v = value(state)
        error = torch.maximum((v - reward.unsqueeze(1)).square(), 0.1 * reward.abs()).mean()  #~ broadcast-loss
        loss = surrogate(ratio, v.detach().squeeze(1), reward) + error
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
