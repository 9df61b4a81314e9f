# file: main.py
#! torch <2.15: newer ones can differentiate `cdist` twice
import torch

from geo import DistanceCritic


def penalty(critic, x):
    x = x.detach().requires_grad_()  #! decoy
    (g,) = torch.autograd.grad(critic(x).sum(), x, create_graph=True)
    return (g.norm(dim=1) - 1).pow(2).mean()


def main():
    torch.manual_seed(0)
    critic = DistanceCritic()
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(3):
        real, fake = torch.randn(8, 3) + 1, torch.randn(8, 3)
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: geo.py
import torch
import torch.nn as nn


class DistanceCritic(nn.Module):
    """Scores a set by its distances to learned anchors."""

    def __init__(self, dim=3, anchors=6):
        super().__init__()
        self.anchors = nn.Parameter(torch.randn(anchors, dim))
        self.out = nn.Sequential(nn.Linear(anchors, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.out(torch.cdist(x, self.anchors)).squeeze(-1)  #~ missing-derivative
