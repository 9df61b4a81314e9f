import torch
import torch.nn as nn
from torch.distributions import Categorical


class Augment(nn.Module):
    def __init__(self):
        super().__init__()
        self.odds = nn.Parameter(torch.zeros(3))
        self.ways = [lambda x: x.flip(1), lambda x: x + 0.1 * torch.randn_like(x), lambda x: x * 0.9]

    def forward(self, x):
        which = Categorical(logits=self.odds).sample().item()  #~ sampled-value|left-torch
        return self.ways[which](x)
