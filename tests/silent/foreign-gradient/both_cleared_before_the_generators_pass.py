# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    gen = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
    disc = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
    opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3)
    opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
    for _ in range(6):
        real, z = torch.randn(16, 2) + 1, torch.randn(16, 3)
        ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
        opt_g.zero_grad()
        opt_d.zero_grad()
        fake = gen(z)
        g_loss = F.binary_cross_entropy_with_logits(disc(fake), ones)
        g_loss.backward()
        opt_g.step()
        d_loss = F.binary_cross_entropy_with_logits(disc(real), ones)
        d_loss = d_loss + F.binary_cross_entropy_with_logits(disc(fake.detach()), zeros)
        d_loss.backward()  #~ foreign-gradient
        opt_d.step()
    print(g_loss.item(), d_loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    gen = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
    disc = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
    opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3)
    opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
    for _ in range(6):
        real, z = torch.randn(16, 2) + 1, torch.randn(16, 3)
        ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
        opt_g.zero_grad()
        fake = gen(z)
        g_loss = F.binary_cross_entropy_with_logits(disc(fake), ones)
        g_loss.backward()
        opt_g.step()
        d_loss = F.binary_cross_entropy_with_logits(disc(real), ones)
        d_loss = d_loss + F.binary_cross_entropy_with_logits(disc(fake.detach()), zeros)
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
    print(g_loss.item(), d_loss.item())


main()
