import torch
import torch.nn as nn


class Vae(nn.Module):
    def __init__(self, pixels=8, code=2):
        super().__init__()
        self.encode = nn.Linear(pixels, 2 * code)
        self.decode = nn.Sequential(nn.Linear(code, 16), nn.ReLU(), nn.Linear(16, pixels))

    def forward(self, x):
        mean, spread = self.encode(x).chunk(2, 1)
        z = mean + torch.randn_like(mean) * (0.5 * spread).exp()
        return torch.sigmoid(self.decode(z)), mean, spread  #! decoy
