# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 24), nn.LeakyReLU(0.2), nn.Linear(24, b))


class Trainer:
    def __init__(self, latent=4):
        self.latent = latent
        self.G, self.D = mlp(latent, 2), mlp(2, 1)
        self.opt_d = torch.optim.Adam(self.D.parameters(), lr=2e-3, betas=(0.5, 0.999))
        self.opt_g = torch.optim.Adam(self.D.parameters(), lr=2e-3, betas=(0.5, 0.999))  #~ not-in-optimizer

    def step(self, real):
        fake = self.G(torch.randn(len(real), self.latent))
        d_loss = F.softplus(-self.D(real)).mean() + F.softplus(self.D(fake.detach())).mean()  #! decoy
        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_d.step()
        g_loss = F.softplus(-self.D(fake)).mean()
        self.opt_g.zero_grad()
        g_loss.backward()
        self.opt_g.step()
        return d_loss.item(), g_loss.item()  #! decoy


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for it in range(10):
        angle = torch.rand(32) * 6.283
        d, g = trainer.step(torch.stack([angle.cos(), angle.sin()], 1))
    print(d, g)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 24), nn.LeakyReLU(0.2), nn.Linear(24, b))


class Trainer:
    def __init__(self, latent=4):
        self.latent = latent
        self.G, self.D = mlp(latent, 2), mlp(2, 1)
        self.opt_d = torch.optim.Adam(self.D.parameters(), lr=2e-3, betas=(0.5, 0.999))
        self.opt_g = torch.optim.Adam(self.G.parameters(), lr=2e-3, betas=(0.5, 0.999))

    def step(self, real):
        fake = self.G(torch.randn(len(real), self.latent))
        d_loss = F.softplus(-self.D(real)).mean() + F.softplus(self.D(fake.detach())).mean()
        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_d.step()
        g_loss = F.softplus(-self.D(fake)).mean()
        self.opt_g.zero_grad()
        g_loss.backward()
        self.opt_g.step()
        return d_loss.item(), g_loss.item()


def main():
    torch.manual_seed(0)
    trainer = Trainer()
    for it in range(10):
        angle = torch.rand(32) * 6.283
        d, g = trainer.step(torch.stack([angle.cos(), angle.sin()], 1))
    print(d, g)


main()
