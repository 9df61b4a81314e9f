# file: main.py
import torch

from scaling import Model


def validate(model, x, y):
    model.eval()
    with torch.inference_mode():  #! decoy
        error = (model(x) - y).abs().mean().item()
    model.train()
    return error


def main():
    torch.manual_seed(0)
    x = torch.randn(40, 5) * torch.tensor([1.0, 10.0, 0.1, 3.0, 1.0])
    y = x[:, 0] - x[:, 2]
    model = Model()
    with torch.inference_mode():  #~ inference-tensor
        model.scaling.calibrate(x)  #~ inference-tensor
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    print("start", validate(model, x, y))
    for epoch in range(3):
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), validate(model, x, y))


if __name__ == "__main__":
    main()
# file: scaling.py
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
