import torch
import torch.nn as nn
import torch.nn.functional as F


class Dynamics(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.SiLU())
        self.mean, self.std = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, s, a):
        h = self.body(torch.cat([s, a], -1))
        return self.mean(h), F.softplus(self.std(h)) + 1e-3  #~ broadcast-loss
