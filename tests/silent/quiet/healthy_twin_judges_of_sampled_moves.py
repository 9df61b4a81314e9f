# file: quiet.py
import copy

import torch
from torch import nn

torch.manual_seed(0)


def tower(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 24), nn.ReLU(), nn.Linear(24, outputs))


# Two judges of one move, the smaller of their slow copies as the target, and a policy that is scored at its own draws.
judges = nn.ModuleList([tower(5, 3), tower(5, 3)])
slow = copy.deepcopy(judges).requires_grad_(False)
policy, value = tower(5, 3), tower(5, 1)
judging = torch.optim.Adam(judges.parameters(), lr=3e-3)
acting = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=3e-3)

for step in range(30):
    places, later = torch.randn(48, 5), torch.randn(48, 5)
    choices = torch.distributions.Categorical(logits=policy(places))
    move = choices.sample()
    reward = places.gather(1, move[:, None])
    with torch.no_grad():
        target = reward + 0.8 * torch.min(*(judge(later) for judge in slow)).max(1, keepdim=True).values
    loss = sum(nn.functional.mse_loss(judge(places).gather(1, move[:, None]), target) for judge in judges)
    judging.zero_grad()
    loss.backward()
    judging.step()
    with torch.no_grad():
        for new, old in zip(judges.parameters(), slow.parameters()):
            old.mul_(0.98).add_(new, alpha=0.02)
    surprise = reward - value(places)
    loss = -(choices.log_prob(move)[:, None] * surprise.detach()).mean() + surprise.square().mean()
    acting.zero_grad()
    loss.backward()
    acting.step()
print(loss.item())
