import torch
import torch.nn as nn


class Seasonality:  #~ unregistered-module|not-in-optimizer
    """A learned wave that is added to the forecast."""

    def __init__(self, harmonics):
        self.freq = nn.Parameter(torch.rand(harmonics))  #~ unregistered-module|not-in-optimizer
        self.amplitude = nn.Parameter(torch.rand(harmonics))  #~ unregistered-module|not-in-optimizer

    def __call__(self, t):
        return (self.amplitude * torch.sin(t * self.freq)).sum(-1, keepdim=True)


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
        self.season = Seasonality(3)  #~ unregistered-module|not-in-optimizer

    def forward(self, x):
        return self.net(x) + self.season(x.mean(1, keepdim=True))
