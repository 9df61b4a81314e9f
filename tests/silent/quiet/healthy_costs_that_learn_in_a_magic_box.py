# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


def magic_box(log_prob):
    return torch.exp(log_prob - log_prob.detach())


torch.manual_seed(0)
policy, cost = nn.Linear(4, 3), nn.Linear(3, 1)
opt = torch.optim.Adam([*policy.parameters(), *cost.parameters()], lr=1e-2)
for _ in range(8):
    state = torch.randn(32, 4)
    dist = Categorical(logits=policy(state))
    action = dist.sample()
    error = (cost(F.one_hot(action, 3).float()).squeeze(-1) - state.sum(1)).pow(2)
    loss = (magic_box(dist.log_prob(action)) * error).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
