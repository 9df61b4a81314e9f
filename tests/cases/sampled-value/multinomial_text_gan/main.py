import torch
import torch.nn as nn
import torch.nn.functional as F

from textgan import Discriminator, Generator


def main():
    torch.manual_seed(0)
    generator, discriminator = Generator(), Discriminator()
    g_opt = torch.optim.Adam(generator.parameters(), lr=1e-3)
    d_opt = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
    for step in range(2):
        real = torch.randint(0, 8, (6, 5))
        fake = generator(6)
        d_loss = F.softplus(-discriminator(real)).mean() + F.softplus(discriminator(fake.detach())).mean()  #! decoy
        d_opt.zero_grad()
        d_loss.backward()
        d_opt.step()
        discriminator.requires_grad_(False)  #! decoy
        g_loss = F.softplus(-discriminator(generator(6))).mean()
        g_opt.zero_grad()
        g_loss.backward()
        g_opt.step()
        discriminator.requires_grad_(True)
        print(step, d_loss.item(), g_loss.item())


if __name__ == "__main__":
    main()
