import torch
import torch.nn as nn


class SharedBody(nn.Module):
    def __init__(self, obs=5, actions=3, hidden=24):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)

    def forward(self, obs):
        h = self.body(obs)
        return torch.distributions.Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)
