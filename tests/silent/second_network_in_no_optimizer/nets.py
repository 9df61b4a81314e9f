import torch
import torch.nn as nn


class Encoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))


class Decoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 4))


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale = nn.Parameter(torch.randn(2) * 0.1)
        self.shift = nn.Parameter(torch.randn(2) * 0.1)

    def forward(self, z):
        return z * self.log_scale.exp() + self.shift, self.log_scale.sum()
