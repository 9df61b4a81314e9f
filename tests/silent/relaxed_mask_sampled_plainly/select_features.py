import torch
import torch.nn as nn
from torch.distributions import RelaxedBernoulli


class Selector(nn.Module):
    def __init__(self, dim, temperature=0.5):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(dim))
        self.net = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, 1))
        self.register_buffer("temperature", torch.tensor(temperature))

    def forward(self, x):
        gate = RelaxedBernoulli(self.temperature, logits=self.logits)
        return self.net(x * gate.sample((len(x),))).squeeze(1)  #~ sampled-value
