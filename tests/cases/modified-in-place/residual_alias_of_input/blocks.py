import torch
import torch.nn as nn


class ChannelGate(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.fc = nn.Linear(channels, channels)

    def forward(self, x):
        return torch.sigmoid(self.fc(x.mean((2, 3))))[:, :, None, None]


class Fusion(nn.Module):
    """Adds the reference of every branch to what went in."""

    def __init__(self, channels, branches=3):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(branches))
        self.gate = ChannelGate(channels)

    def forward(self, x):
        out = x  #~ modified-in-place
        for conv in self.convs:
            out += torch.tanh(conv(x))  #~ modified-in-place
        return out * self.gate(out)
