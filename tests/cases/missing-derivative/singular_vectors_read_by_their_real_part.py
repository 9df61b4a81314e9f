# file: main.py
import torch
import torch.nn as nn


class Beam(nn.Module):
    """Weights of antennas from the strongest direction of a complex channel."""

    def __init__(self, antennas):
        super().__init__()
        self.mix = nn.Parameter(torch.eye(antennas, dtype=torch.cfloat) + 0.1 * torch.randn(antennas, antennas, dtype=torch.cfloat))

    def directions(self, channel):
        left, strengths, right = torch.linalg.svd(self.mix @ channel, full_matrices=False)
        return left, strengths

    def forward(self, channel):
        left, strengths = self.directions(channel)
        strongest = left[..., 0]
        return strongest.real * strengths[..., :1]  #~ missing-derivative


torch.manual_seed(0)
beam = Beam(4)
optimizer = torch.optim.SGD(beam.parameters(), lr=0.01)
for _ in range(3):
    channel = torch.randn(8, 4, 4, dtype=torch.cfloat)
    loss = (beam(channel) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
