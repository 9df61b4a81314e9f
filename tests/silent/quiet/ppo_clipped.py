# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 1)
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, state):
        return Normal(self.mean(state), self.log_std.clamp(-5, 2).exp())


torch.manual_seed(0)
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)
for _ in range(2):
    state = torch.randn(32, 3)
    with torch.no_grad():
        old = policy(state)
        action = old.sample()
        before = old.log_prob(action)
        advantage = -(action - state[:, :1]).abs()
        advantage = (advantage - advantage.mean()) / advantage.std()
    for _ in range(4):
        ratio = (policy(state).log_prob(action) - before).exp()
        loss = -torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
        optimizer.step()
        print(loss.item())
