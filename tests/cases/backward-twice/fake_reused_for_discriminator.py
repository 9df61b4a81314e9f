# file: main.py
import torch

from gan import Loop


def main():
    torch.manual_seed(0)
    loop = Loop()
    data = torch.randn(40, 2) @ torch.randn(2, 6)
    data -= data.mean(0)  #! decoy
    for epoch in range(2):
        for real in data.split(10):
            losses = loop.step(real)
        print(epoch, losses)


if __name__ == "__main__":
    main()
# file: gan.py
import torch
import torch.nn as nn


def generator(latent=4, out=6):
    return nn.Sequential(nn.Linear(latent, 16), nn.BatchNorm1d(16), nn.ReLU(inplace=True), nn.Linear(16, out))


def discriminator(inputs=6):
    return nn.Sequential(nn.Linear(inputs, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))


class Loop:
    def __init__(self):
        self.g, self.d = generator(), discriminator()
        self.g_opt = torch.optim.Adam(self.g.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.d_opt = torch.optim.Adam(self.d.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.bce = nn.BCEWithLogitsLoss()

    def step(self, real):
        n = len(real)
        fake = self.g(torch.randn(n, 4))

        self.g_opt.zero_grad()
        g_loss = self.bce(self.d(fake), torch.ones(n, 1))
        g_loss.backward()  #! decoy
        self.g_opt.step()

        self.d_opt.zero_grad()
        d_real = self.bce(self.d(real), torch.ones(n, 1))
        d_fake = self.bce(self.d(fake), torch.zeros(n, 1))  #~ backward-twice
        d_loss = 0.5 * (d_real + d_fake)
        d_loss.backward()
        self.d_opt.step()
        return g_loss.item(), d_loss.item()
