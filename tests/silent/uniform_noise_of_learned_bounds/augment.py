import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Uniform


class LearnedJitter(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.raw = nn.Parameter(torch.zeros(dim))

    def width(self):
        return F.softplus(self.raw)

    def forward(self, x):
        w = self.width()
        noise = Uniform(-w, w).sample((len(x),))  #~ sampled-value
        return x + noise
