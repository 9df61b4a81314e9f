import torch
import torch.nn as nn


class RunningScale(nn.Module):
    """Scales the inputs by statistics measured on a calibration set."""

    def __init__(self, features):
        super().__init__()
        self.register_buffer("shift", torch.zeros(features))
        self.register_buffer("scale", torch.ones(features))

    def calibrate(self, x):
        self.shift = x.mean(0)  #~ inference-tensor
        self.scale = 1 / (x.std(0) + 1e-5)  #~ inference-tensor

    def forward(self, x):
        return (x - self.shift) * self.scale


class Model(nn.Module):
    def __init__(self, features=5):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(features))
        self.scaling = RunningScale(features)
        self.net = nn.Sequential(nn.Linear(features, 12), nn.Tanh(), nn.Linear(12, 1))

    def forward(self, x):
        return self.net(self.scaling(self.gain * x)).squeeze(-1)
