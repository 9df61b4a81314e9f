import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self, bands=3):
        super().__init__()
        self.register_buffer("freq", 2.0 ** torch.arange(bands))
        self.net = nn.Sequential(nn.Linear(6 * bands, 32), nn.ReLU(), nn.Linear(32, 3), nn.Sigmoid())

    def forward(self, rays):
        angle = (rays.unsqueeze(-1) * self.freq).flatten(-2)
        return self.net(torch.cat([angle.sin(), angle.cos()], dim=-1))
