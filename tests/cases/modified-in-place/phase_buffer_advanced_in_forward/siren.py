import torch
import torch.nn as nn


class Oscillator(nn.Module):
    """A bank of sinusoids whose phase moves on with every call."""

    def __init__(self, bands=6):
        super().__init__()
        self.freq, self.amp = nn.Parameter(torch.rand(bands)), nn.Parameter(torch.ones(bands))
        self.register_buffer("phase", torch.ones(bands))
        self.register_buffer("calls", torch.zeros((), dtype=torch.long))

    def forward(self, t):
        wave = (self.amp * torch.sin(t[:, None] * self.freq * self.phase)).sum(-1)
        with torch.no_grad():
            self.phase += 0.05  #~ modified-in-place
            self.calls += 1  #! decoy
        return wave
