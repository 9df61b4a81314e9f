"""Denoising diffusion with a learnt net of the noise, an average of its weights and samples: after the public ports."""

import copy

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Noise(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 16))
        self.down, self.middle, self.up = (
            nn.Conv2d(1, 16, 3, 2, 1),
            nn.Conv2d(16, 16, 3, 1, 1),
            nn.Conv2d(32, 16, 3, 1, 1),
        )
        self.norm, self.out = nn.GroupNorm(4, 16), nn.Conv2d(16, 1, 3, 1, 1)

    def forward(self, x: Tensor, t: Tensor) -> Tensor:
        waves = t[:, None].float() * torch.exp(torch.arange(8) * -1.0)
        at = self.time(torch.cat([waves.sin(), waves.cos()], 1))[:, :, None, None]
        low = F.silu(self.down(x))
        h = F.silu(self.norm(self.middle(low + at)))
        return self.out(F.interpolate(F.silu(self.up(torch.cat([low, h], 1))), scale_factor=2))


torch.manual_seed(0)
betas = torch.linspace(1e-4, 0.02, 20)
kept = torch.cumprod(1 - betas, 0)
net = Noise()
average = copy.deepcopy(net).eval().requires_grad_(False)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(10):
    for _ in range(2):
        x, t, noise = torch.rand(8, 1, 8, 8) * 2 - 1, torch.randint(0, 20, (8,)), torch.randn(8, 1, 8, 8)
        share = kept[t][:, None, None, None]
        loss = F.mse_loss(net(share.sqrt() * x + (1 - share).sqrt() * noise, t), noise) / 2
        loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    with torch.no_grad():
        for old, new in zip(average.parameters(), net.parameters(), strict=True):
            old.lerp_(new, 0.05)
    print(step, loss.item())


@torch.inference_mode()
def samples(model: nn.Module) -> Tensor:
    x = torch.randn(2, 1, 8, 8)
    for t in reversed(range(20)):
        guess = model(x, torch.full((2,), t))
        x = (x - betas[t] / (1 - kept[t]).sqrt() * guess) / (1 - betas[t]).sqrt()
        x = x + betas[t].sqrt() * torch.randn_like(x) if t else x
    return x


print(samples(average).mean().item())
