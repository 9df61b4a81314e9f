import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self, actions=3, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.ReLU())
        self.pi = nn.Linear(hidden, actions)

    def forward(self, s):
        return torch.softmax(self.pi(self.body(s)), dim=-1)  #~ double-activation
