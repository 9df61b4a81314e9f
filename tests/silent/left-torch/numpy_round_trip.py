# file: main.py
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def smooth(signal):
    values = signal.detach().cpu().numpy()  #~ left-torch|detached-tensor
    kernel = np.array([0.25, 0.5, 0.25], dtype=np.float32)
    rows = [np.convolve(row, kernel, mode="same") for row in values]
    return torch.from_numpy(np.stack(rows))


class Forecaster(nn.Module):
    def __init__(self, length=20, horizon=20):
        super().__init__()
        self.trend = nn.Linear(length, horizon)
        self.season = nn.Linear(length, horizon)

    def forward(self, x):
        return smooth(self.trend(x)) + self.season(x)


def score(prediction, target):
    return float(np.abs(prediction.detach().numpy() - target.numpy()).mean())  #! decoy


def main():
    torch.manual_seed(3)
    model = Forecaster()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    x = torch.randn(16, 20).cumsum(1)
    y = x.roll(-1, 1)
    for _ in range(7):
        optimizer.zero_grad()
        prediction = model(x)
        F.l1_loss(prediction, y).backward()
        optimizer.step()
    print(score(prediction, y))


main()
# file: quiet.py
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def smooth(signal):
    kernel = torch.tensor([0.25, 0.5, 0.25]).view(1, 1, 3)
    return F.conv1d(signal.unsqueeze(1), kernel, padding=1).squeeze(1)


class Forecaster(nn.Module):
    def __init__(self, length=20, horizon=20):
        super().__init__()
        self.trend = nn.Linear(length, horizon)
        self.season = nn.Linear(length, horizon)

    def forward(self, x):
        return smooth(self.trend(x)) + self.season(x)


def score(prediction, target):
    return float(np.abs(prediction.detach().numpy() - target.numpy()).mean())


def main():
    torch.manual_seed(3)
    model = Forecaster()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    x = torch.randn(16, 20).cumsum(1)
    y = x.roll(-1, 1)
    for _ in range(7):
        optimizer.zero_grad()
        prediction = model(x)
        F.l1_loss(prediction, y).backward()
        optimizer.step()
    print(score(prediction, y))


main()
