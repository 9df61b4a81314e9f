# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


def act(policy, state):
    mean, log_std = policy(state).chunk(2, -1)
    dist = Normal(mean, log_std.clamp(-2, 1).exp())
    raw = dist.rsample()
    return torch.tanh(raw), dist.log_prob(raw) - torch.log(1 - torch.tanh(raw) ** 2 + 1e-6)


torch.manual_seed(0)
policy = nn.Linear(3, 2)
q = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
target = copy.deepcopy(q)
log_alpha = torch.zeros(1, requires_grad=True)
policy_opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
q_opt = torch.optim.Adam(q.parameters(), lr=1e-3)
alpha_opt = torch.optim.Adam([log_alpha], lr=1e-3)
for _ in range(8):
    state, action, reward, after = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1), torch.randn(32, 3)
    with torch.no_grad():
        following, log_prob = act(policy, after)
        y = reward + 0.9 * (target(torch.cat([after, following], 1)) - log_alpha.exp() * log_prob)
    q_loss = F.mse_loss(q(torch.cat([state, action], 1)), y)
    q_opt.zero_grad()
    q_loss.backward()
    q_opt.step()
    drawn, log_prob = act(policy, state)
    policy_loss = (log_alpha.exp() * log_prob - q(torch.cat([state, drawn], 1))).mean()
    policy_opt.zero_grad()
    policy_loss.backward()
    policy_opt.step()
    alpha_loss = -(log_alpha * (log_prob.detach() + 1)).mean()
    alpha_opt.zero_grad()
    alpha_loss.backward()
    alpha_opt.step()
    with torch.no_grad():
        for t, p in zip(target.parameters(), q.parameters()):
            t.lerp_(p, 0.01)
print(alpha_loss.item())
