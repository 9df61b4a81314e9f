import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Independent, Normal


class Actor(nn.Module):
    def __init__(self, obs=4, acts=2, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, hidden), nn.ReLU())
        self.mean, self.spread = nn.Linear(hidden, acts), nn.Linear(hidden, acts)

    def forward(self, obs):
        h = self.body(obs)
        return Independent(Normal(self.mean(h), F.softplus(self.spread(h)) + 0.1), 1)

    def act(self, obs):
        policy = self(obs)
        action = policy.rsample()  #~ cancelled-gradient
        return action, policy.log_prob(action)
