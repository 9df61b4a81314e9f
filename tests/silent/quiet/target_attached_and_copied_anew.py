# file: quiet.py
import copy

import torch
import torch.nn as nn

# At each synchronisation the target network is another object: its parameters are made while others learn.


def values(net, states, weights=None):
    errors = net(states[:-1]).squeeze(1)
    return errors if weights is None else errors * weights


def main():
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(3, 12), nn.LayerNorm(12), nn.ELU(), nn.Linear(12, 1))
    frozen_critic = copy.deepcopy(critic)
    optimizer = torch.optim.RMSprop(critic.parameters(), lr=2e-3)
    for update in range(40):
        path = torch.randn(33, 3).cumsum(0) * 0.1
        rewards = -path[1:].square().sum(1)
        aim = rewards + 0.95 * frozen_critic(path[1:]).squeeze(1)
        error = aim - values(critic, path)
        loss = torch.where(error.abs() < 1.0, 0.5 * error.pow(2), error.abs() - 0.5).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(critic.parameters(), 5.0)
        optimizer.step()
        if update % 7 == 6:
            frozen_critic = copy.deepcopy(critic)
    print(loss.item())


main()
