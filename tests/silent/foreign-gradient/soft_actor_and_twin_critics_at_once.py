# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


def sample(policy, state):
    mean, log_std = policy(state).chunk(2, -1)
    dist = Normal(mean, log_std.clamp(-2, 1).exp())
    action = dist.rsample()
    return action, dist.log_prob(action)


torch.manual_seed(0)
policy, one, two = nn.Linear(3, 2), nn.Linear(4, 1), nn.Linear(4, 1)
policy_opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam([*one.parameters(), *two.parameters()], lr=1e-3)
for _ in range(8):
    state, action, target = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)
    policy_opt.zero_grad()
    critic_opt.zero_grad()
    drawn, log_prob = sample(policy, state)
    pair = torch.cat([state, drawn], 1)
    policy_loss = (0.2 * log_prob - torch.min(one(pair), two(pair))).mean()  #~ foreign-gradient
    policy_loss.backward()
    pair = torch.cat([state, action], 1)
    critic_loss = F.mse_loss(one(pair), target) + F.mse_loss(two(pair), target)
    critic_loss.backward()
    critic_opt.step()
    policy_opt.step()
print(critic_loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


def sample(policy, state):
    mean, log_std = policy(state).chunk(2, -1)
    dist = Normal(mean, log_std.clamp(-2, 1).exp())
    action = dist.rsample()
    return action, dist.log_prob(action)


torch.manual_seed(0)
policy, one, two = nn.Linear(3, 2), nn.Linear(4, 1), nn.Linear(4, 1)
policy_opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam([*one.parameters(), *two.parameters()], lr=1e-3)
for _ in range(8):
    state, action, target = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)
    policy_opt.zero_grad()
    critic_opt.zero_grad()
    drawn, log_prob = sample(policy, state)
    pair = torch.cat([state, drawn], 1)
    policy_loss = (0.2 * log_prob - torch.min(one(pair), two(pair))).mean()
    policy_loss.backward()
    critic_opt.zero_grad()
    pair = torch.cat([state, action], 1)
    critic_loss = F.mse_loss(one(pair), target) + F.mse_loss(two(pair), target)
    critic_loss.backward()
    critic_opt.step()
    policy_opt.step()
print(critic_loss.item())
