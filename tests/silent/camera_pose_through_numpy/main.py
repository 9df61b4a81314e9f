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
