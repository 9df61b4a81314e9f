import torch
import torch.nn as nn
import torch.nn.functional as F


class QuantileNet(nn.Module):
    def __init__(self, n=8):
        super().__init__()
        self.n = n
        self.body = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, n))
        self.register_buffer("tau", (torch.arange(n) + 0.5) / n)

    def forward(self, s):
        return self.body(s), self.tau.expand(s.size(0), -1)


def quantile_huber(q, wanted, tau):
    """Every quantile of the prediction against every quantile of the target."""
    delta = wanted.unsqueeze(1) - q.unsqueeze(2)
    huber = F.smooth_l1_loss(q.unsqueeze(2).expand_as(delta), wanted.unsqueeze(1).expand_as(delta), reduction="none")
    weight = (tau.unsqueeze(2) - (delta.detach() < 0).float()).abs()
    return (weight * huber).sum(1).mean()
