# file: main.py
import torch
import torch.nn as nn

from agents import build


def returns(reward, gamma=0.9):
    out, total = [], torch.zeros(())
    for r in reward.flip(0):
        total = r + gamma * total
        out.append(total)
    return torch.stack(out[::-1])


def main():
    torch.manual_seed(0)
    policy, value, optimizer = build()
    for _ in range(8):
        state = torch.randn(20, 4)
        picked = torch.distributions.Categorical(logits=policy(state))
        action = picked.sample()
        target = returns((action == (state[:, 0] > 0).long()).float())
        estimate = value(state).squeeze(-1)
        actor = -(picked.log_prob(action) * (target - estimate.detach())).mean()
        critic = nn.functional.mse_loss(estimate, target)  #! decoy
        optimizer.zero_grad()
        (actor + 0.5 * critic).backward()
        optimizer.step()
        print(round(critic.item(), 4))


main()
# file: agents.py
from itertools import chain

import torch
import torch.nn as nn


def mlp(out):
    return nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, out))


def build():
    policy = mlp(2)
    value = mlp(1)
    weights = chain(
        policy.parameters(),
        policy.parameters(),  #~ not-in-optimizer
    )
    return policy, value, torch.optim.Adam(weights, lr=1e-2)
# file: quiet.py
from itertools import chain

import torch
import torch.nn as nn

# The decoder's last layer is the encoder's table, so it is in the list twice; the teacher gets gradients by its
# input's way and is written from the student at every step.


def main():
    torch.manual_seed(0)
    table = nn.Embedding(12, 8)
    encoder = nn.Sequential(table, nn.Flatten(), nn.Linear(24, 8))
    decoder = nn.Linear(8, 12, bias=False)
    decoder.weight = table.weight
    teacher = nn.Linear(8, 12, bias=False)
    optimizer = torch.optim.Adam(chain(encoder.parameters(), decoder.parameters()), lr=1e-2)
    for _ in range(8):
        ids = torch.randint(0, 12, (16, 3))
        code = encoder(ids)
        loss = nn.functional.cross_entropy(decoder(code) + 0.1 * teacher(code), ids[:, 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            teacher.weight.lerp_(decoder.weight, 0.1)
        teacher.zero_grad()
        print(round(loss.item(), 4))


main()
