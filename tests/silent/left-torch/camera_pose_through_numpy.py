# file: main.py
import torch
import torch.nn.functional as F

from cameras import Poses
from field import Field


def main():
    torch.manual_seed(0)
    field, poses = Field(), Poses(n=4)
    optimizer = torch.optim.Adam([
        {"params": field.parameters(), "lr": 5e-3},
        {"params": poses.parameters(), "lr": 1e-3},
    ])
    images = torch.rand(4, 16, 3)
    directions = F.normalize(torch.randn(16, 3), dim=-1)
    for step in range(6):
        i = step % 4
        rays = directions @ poses(i).t()
        loss = F.mse_loss(field(rays), images[i])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        psnr = -10 * torch.log10(loss.detach())  #! decoy
        print(step, f"{psnr.item():.2f}")  #! decoy


if __name__ == "__main__":
    main()
# file: cameras.py
import numpy as np
import torch
import torch.nn as nn


def rotation(v):
    """Rodrigues' formula."""
    angle = np.linalg.norm(v) + 1e-8
    k = v / angle
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


class Poses(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.r = nn.Parameter(torch.randn(n, 3) * 0.1)

    def forward(self, i):
        matrix = rotation(self.r[i].detach().cpu().numpy())  #~ left-torch|detached-tensor|rebuilt-tensor
        return torch.from_numpy(matrix).float()
# file: field.py
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
