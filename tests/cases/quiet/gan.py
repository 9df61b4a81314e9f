import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
    discriminator = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    g_opt = torch.optim.Adam(generator.parameters(), lr=1e-3)
    d_opt = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
    for step in range(4):
        real = torch.randn(10, 2) + 2
        with torch.no_grad():
            fake = generator(torch.randn(10, 3))
        d_loss = F.softplus(-discriminator(real)).mean() + F.softplus(discriminator(fake)).mean()
        d_opt.zero_grad()
        d_loss.backward()
        d_opt.step()

        discriminator.requires_grad_(False)
        g_loss = F.softplus(-discriminator(generator(torch.randn(10, 3)))).mean()
        g_opt.zero_grad()
        g_loss.backward()
        g_opt.step()
        discriminator.requires_grad_(True)
        print(step, d_loss.item(), g_loss.item())


if __name__ == "__main__":
    main()
