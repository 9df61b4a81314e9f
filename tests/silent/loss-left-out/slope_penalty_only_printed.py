# file: main.py
import torch
from torch import nn

from critic import slope_penalty


def main(steps=12):
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
    opt = torch.optim.Adam(critic.parameters(), lr=2e-3)
    for _ in range(steps):
        real, fake = torch.randn(32, 4) + 1, torch.randn(32, 4)
        penalty = 10 * slope_penalty(critic, real, fake)
        loss = critic(fake).mean() - critic(real).mean()  #~ loss-left-out
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{loss.item():.3f} {penalty.item():.3f}")


main()
# file: critic.py
import torch


def slope_penalty(critic, real, fake):
    share = torch.rand(len(real), 1)
    between = (share * real + (1 - share) * fake).requires_grad_()
    (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    return (slope.norm(dim=1) - 1).square().mean()
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
opt = torch.optim.Adam(critic.parameters(), lr=2e-3)
for step in range(16):
    real, fake = torch.randn(32, 4) + 1, torch.randn(32, 4)
    loss = critic(fake).mean() - critic(real).mean()
    real.requires_grad_()
    (slope,) = torch.autograd.grad(critic(real).sum(), real, create_graph=step % 4 == 3)
    penalty = slope.square().sum(1).mean()
    seen = critic(fake).square().mean()
    if step % 4 == 3:
        loss = loss + 4 * penalty
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f} {penalty.item():.3f} {seen.item():.3f}")
