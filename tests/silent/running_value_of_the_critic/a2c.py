import torch
import torch.nn as nn
from torch.distributions import Categorical


class A2C(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 24), nn.Tanh())
        self.pi, self.v = nn.Linear(24, 3), nn.Linear(24, 1)

    def forward(self, obs):
        h = self.body(obs)
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)
