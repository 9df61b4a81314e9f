# file: main.py
import torch
import torch.nn as nn

from demo.settings import SETTINGS
from demo.model import Forecaster


def windows(series, length):
    x = torch.stack([series[i:i + length] for i in range(len(series) - length)])
    return x, series[length:]


def main():
    torch.manual_seed(SETTINGS["seed"])
    series = torch.sin(torch.linspace(0, 12, 60))
    x, y = windows(series, SETTINGS["window"])
    model = Forecaster(SETTINGS["window"])
    optimizer = torch.optim.Adam(model.parameters(), lr=SETTINGS["lr"])
    for epoch in range(3):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: demo/__init__.py
# file: demo/model.py
import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, window):
        super().__init__()
        self.lin = nn.Linear(window, 8)
        self.out = nn.Linear(8, 1)
        with torch.no_grad():  #! decoy
            self.out.bias.fill_(0.1)

    def forward(self, x):
        return self.out(torch.relu(self.lin(x))).squeeze(-1)
# file: demo/settings.py
import torch

# Settings of the inference server; the training script shares them.
SETTINGS = {"seed": 0, "window": 6, "lr": 1e-2}

torch.set_default_dtype(torch.float32)
torch.set_grad_enabled(False)  #~ grad-disabled
