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
