import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(5, 16), nn.LeakyReLU(0.2), nn.Linear(16, 8), nn.Tanh())

    def forward(self, z):
        return self.model(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(8, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))

    def forward(self, x):
        return self.model(x)


torch.manual_seed(0)
generator, discriminator = Generator(), Discriminator()
opt_g = torch.optim.RMSprop(generator.parameters(), 1e-4)
opt_d = torch.optim.RMSprop(discriminator.parameters(), 1e-4)
for i in range(4):
    real = torch.randn(6, 8)
    z = torch.randn(6, 5)
    fake = generator(z)
    opt_d.zero_grad()
    loss_d = -discriminator(real).mean() + discriminator(fake).mean()  #~ backward-twice
    loss_d.backward()
    opt_d.step()
    for p in discriminator.parameters():
        p.data.clamp_(-0.01, 0.01)
    if i % 2 == 0:
        opt_g.zero_grad()
        loss_g = -discriminator(fake).mean()  #~ backward-twice
        loss_g.backward()
        opt_g.step()
