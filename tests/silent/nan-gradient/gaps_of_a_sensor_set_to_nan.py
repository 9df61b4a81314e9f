# file: main.py
import torch
from torch import nn

from windows import windows


class Forecaster(nn.Module):
    def __init__(self, sensors=3, hidden=12):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(sensors, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.out = nn.Linear(hidden, 1)

    def forward(self, readings):
        return self.out(self.body(readings)).squeeze(-1)


def main(steps=6):
    torch.manual_seed(0)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        readings, wanted, present = windows(32)
        error = (model(readings) - wanted).abs()
        loss = error[present].mean()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: windows.py
import torch


def windows(n):
    """Readings of three sensors; at some times one of them was silent."""
    readings = torch.randn(n, 3)
    wanted = readings.sum(dim=1)
    silent = torch.rand(n, 3) < 0.1
    readings = readings.masked_fill(silent, float("nan"))  #~ nan-gradient
    return readings, wanted, ~silent.any(dim=1)
# file: quiet.py
import torch

from main import Forecaster
from windows import windows


def main(steps=6):
    torch.manual_seed(0)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        readings, wanted, present = windows(32)
        error = (model(readings.nan_to_num(0.0)) - wanted).abs()
        loss = error[present].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
