import torch
import torch.nn as nn


class FakeQuant(nn.Module):
    """Learned step size; its first value comes from the calibration data."""

    def __init__(self, levels=15):
        super().__init__()
        self.levels = levels
        self.scale = None

    def calibrate(self, x):
        peak = x.abs().max() / self.levels
        self.scale = nn.Parameter(peak)  #~ inference-tensor

    def forward(self, x):
        if self.scale is None:
            self.calibrate(x)
        y = x / self.scale
        y = y + (y.round() - y).detach()  #! decoy
        return y.clamp(-self.levels, self.levels) * self.scale
