# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 24), nn.SiLU(), nn.Linear(24, 4))

    def forward(self, x, level):
        return self.net(torch.cat([x, level.expand(len(x), 1)], 1))


def clean_from(noisy, predicted, keep):
    return (noisy - (1 - keep).sqrt() * predicted) / keep.sqrt()  #~ nan-gradient


def main(steps=14):
    torch.manual_seed(0)
    net = Denoiser()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    keep = torch.linspace(1.0, 0.0, 11).clamp(max=0.999)
    for step in range(steps):
        x, noise = torch.randn(32, 4), torch.randn(32, 4)
        level = keep[min(step, 10)]
        noisy = level.sqrt() * x + (1 - level).sqrt() * noise
        loss = F.mse_loss(clean_from(noisy, net(noisy, level), level), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, level.item(), loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 24), nn.SiLU(), nn.Linear(24, 4))

    def forward(self, x, level):
        return self.net(torch.cat([x, level.expand(len(x), 1)], 1))


def clean_from(noisy, predicted, keep):
    return (noisy - (1 - keep).sqrt() * predicted) / keep.sqrt()


def main(steps=14):
    torch.manual_seed(0)
    net = Denoiser()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    keep = torch.linspace(1.0, 0.0, 11).clamp(1e-3, 0.999)
    for step in range(steps):
        x, noise = torch.randn(32, 4), torch.randn(32, 4)
        level = keep[min(step, 10)]
        noisy = level.sqrt() * x + (1 - level).sqrt() * noise
        loss = F.mse_loss(clean_from(noisy, net(noisy, level), level), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, level.item(), loss.item())


main()
