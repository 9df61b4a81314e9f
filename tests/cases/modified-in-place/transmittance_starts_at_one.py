# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from volume import composite


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 4))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(3):
        rays = F.normalize(torch.randn(16, 3), dim=-1)
        depth = torch.linspace(0.5, 2, 8)
        raw = net(rays[:, None] * depth[:, None])
        loss = F.mse_loss(composite(raw), rays.abs())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: volume.py
import torch
import torch.nn.functional as F


def composite(raw, step=0.2):
    alpha = 1 - torch.exp(-F.softplus(raw[..., 3]) * step)
    through = torch.cumprod(1 - alpha, -1).roll(1, -1)
    through = torch.cumprod(1 - alpha + 1e-10, -1)
    through[:, 0] = 1.0  #~ modified-in-place
    weights = alpha * through
    color = torch.zeros(len(raw), 3)
    color += (weights[..., None] * raw[..., :3].sigmoid()).sum(1)  #! decoy
    return color
