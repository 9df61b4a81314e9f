# file: main.py
import torch
import torch.nn.functional as F

from model import Forecaster


def main():
    torch.manual_seed(0)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    series = torch.sin(torch.arange(60) / 4.0)
    windows = series.unfold(0, 9, 1)
    for epoch in range(5):
        loss = F.mse_loss(model(windows[:, :8]), windows[:, 8:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_model import Forecaster


def main():
    torch.manual_seed(0)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    series = torch.sin(torch.arange(60) / 4.0)
    windows = series.unfold(0, 9, 1)
    for epoch in range(5):
        loss = F.mse_loss(model(windows[:, :8]), windows[:, 8:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: model.py
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
# file: quiet_model.py
import torch
import torch.nn as nn


class Seasonality(nn.Module):
    """A learned wave that is added to the forecast."""

    def __init__(self, harmonics):
        super().__init__()
        self.freq = nn.Parameter(torch.rand(harmonics))
        self.amplitude = nn.Parameter(torch.rand(harmonics))

    def forward(self, t):
        return (self.amplitude * torch.sin(t * self.freq)).sum(-1, keepdim=True)


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
        self.season = Seasonality(3)

    def forward(self, x):
        return self.net(x) + self.season(x.mean(1, keepdim=True))
