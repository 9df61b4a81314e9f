import torch
import torch.nn as nn
import torch.nn.functional as F


class SpikingLayer(nn.Module):
    def __init__(self, inputs, units, decay=0.9):
        super().__init__()
        self.current = nn.Linear(inputs, units)
        self.decay, self.threshold = decay, 1.0

    def forward(self, x, potential):
        potential = self.decay * potential + self.current(x)
        spikes = torch.heaviside(potential - self.threshold, torch.zeros(()))  #~ missing-derivative
        return spikes, potential - spikes * self.threshold


torch.manual_seed(0)
layer, readout = SpikingLayer(8, 16), nn.Linear(16, 2)
x, y = torch.randn(32, 8), torch.randint(0, 2, (32,))
potential, score = torch.zeros(32, 16), 0
for _ in range(4):
    spikes, potential = layer(x, potential)
    score = score + readout(spikes)
F.cross_entropy(score, y).backward()  #! decoy
