# file: main.py
import torch
from torch import nn

from samples import windows, wave


def main():
    torch.manual_seed(0)
    series = wave(240)
    inputs, targets = windows(series, 12)
    model = nn.Sequential(nn.Linear(12, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for rows in torch.randperm(len(inputs)).split(32):
            loss = (model(inputs[rows]) - targets[rows]).square().mean()  #! decoy
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
        print(epoch, loss.item())


main()
# file: samples.py
import torch
from torch import nn


class Oscillator(nn.Module):
    """A damped wave with a frequency and a phase of its own."""

    def __init__(self):
        super().__init__()
        self.frequency = nn.Parameter(torch.tensor(0.3))
        self.phase = nn.Parameter(torch.rand(()))

    def forward(self, time):
        return torch.sin(self.frequency * time + self.phase) * torch.exp(-0.005 * time)


def wave(length):
    source = Oscillator()
    return source(torch.arange(float(length)))  #~ backward-twice


def windows(series, size):
    frames = series.unfold(0, size + 1, 1)  #! decoy
    return frames[:, :size], frames[:, size:]
