import torch
import torch.nn as nn


class Aligner(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.shift = nn.Sequential(nn.Linear(d, 16), nn.Tanh(), nn.Linear(16, d))

    def forward(self, x):
        return (x + 0.1 * torch.tanh(self.shift(x))).clamp(0, 1)  #! decoy
