import torch
import torch.nn as nn


class AttentionMIL(nn.Module):
    def __init__(self, d=8, hidden=16):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(d, hidden), nn.ReLU())
        self.score = nn.Sequential(nn.Linear(hidden, 8), nn.Tanh(), nn.Linear(8, 1))
        self.head = nn.Linear(hidden, 1)

    def forward(self, bags):
        h = self.embed(bags)
        weights = torch.softmax(self.score(h).squeeze(-1), dim=0)  #~ wrong-dimension
        pooled = (weights.unsqueeze(-1) * h).sum(1)
        return self.head(pooled).squeeze(-1), weights
