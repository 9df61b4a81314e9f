import torch
import torch.nn as nn


class GatedNet(nn.Module):
    """Learns which inputs it needs."""

    def __init__(self, d=6):
        super().__init__()
        self.logit = nn.Parameter(torch.zeros(d))
        self.net = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, 1))

    def forward(self, x):
        keep = torch.sigmoid(self.logit)
        gate = torch.bernoulli(keep)  #~ sampled-value|no-derivative|zero-derivative|zero-gradient
        return self.net(x * gate), gate.detach()  #! decoy
