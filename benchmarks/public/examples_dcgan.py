"""A generator and a discriminator of convolutions, the fakes used twice: after pytorch/examples, dcgan."""

import torch
from torch import nn


def start(module: nn.Module) -> None:
    if isinstance(module, nn.Conv2d | nn.ConvTranspose2d):
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif isinstance(module, nn.BatchNorm2d):
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


torch.manual_seed(0)
generator = nn.Sequential(
    nn.ConvTranspose2d(8, 16, 4, 1, 0, bias=False), nn.BatchNorm2d(16), nn.ReLU(True),
    nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(True),
    nn.ConvTranspose2d(8, 1, 4, 2, 1, bias=False), nn.Tanh(),
)  # fmt: skip
discriminator = nn.Sequential(
    nn.Conv2d(1, 8, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
    nn.Conv2d(8, 16, 4, 2, 1, bias=False), nn.BatchNorm2d(16), nn.LeakyReLU(0.2, inplace=True),
    nn.Conv2d(16, 1, 4, 1, 0, bias=False), nn.Flatten(0), nn.Sigmoid(),
)  # fmt: skip
generator.apply(start)
discriminator.apply(start)
criterion = nn.BCELoss()
of_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
of_g = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
for step in range(12):
    real = torch.rand(8, 1, 16, 16) * 2 - 1
    discriminator.zero_grad()
    label = torch.full((8,), 1.0)
    on_real = criterion(discriminator(real), label)
    on_real.backward()
    fake = generator(torch.randn(8, 8, 1, 1))
    label.fill_(0.0)
    on_fake = criterion(discriminator(fake.detach()), label)
    on_fake.backward()
    of_d.step()
    generator.zero_grad()
    label.fill_(1.0)
    of_generator = criterion(discriminator(fake), label)
    of_generator.backward()
    of_g.step()
    print(step, (on_real + on_fake).item(), of_generator.item())
