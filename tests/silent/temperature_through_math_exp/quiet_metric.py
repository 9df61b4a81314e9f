import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class MetricNet(nn.Module):
    def __init__(self, d, classes, dim=6):
        super().__init__()
        self.embed = nn.Linear(d, dim)
        self.centres = nn.Parameter(torch.randn(classes, dim))
        self.log_t = nn.Parameter(torch.tensor(math.log(0.1)))

    def forward(self, x):
        z = F.normalize(self.embed(x), dim=1)
        c = F.normalize(self.centres, dim=1)
        return z @ c.t() / torch.exp(self.log_t)
