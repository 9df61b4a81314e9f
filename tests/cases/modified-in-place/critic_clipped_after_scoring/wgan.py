import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 1))  #! decoy

    def forward(self, x):
        return self.net(x).mean()


def clip(critic, limit=0.05):
    with torch.no_grad():
        for p in critic.parameters():
            p.clamp_(-limit, limit)  #~ modified-in-place


def losses(critic, gen, real):
    fake = gen(torch.randn(len(real), 2))
    gap = critic(real) - critic(fake.detach())
    clip(critic)  #~ modified-in-place
    return -gap
