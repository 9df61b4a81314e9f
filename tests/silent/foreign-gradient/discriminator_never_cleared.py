# file: main.py
import torch
import torch.nn.functional as F

from nets import discriminator, generator


def main(steps=20):
    torch.manual_seed(0)
    g, d = generator(), discriminator()
    opt_g = torch.optim.SGD(g.parameters(), lr=0.02)
    opt_d = torch.optim.SGD(d.parameters(), lr=0.02)
    ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
    for step in range(steps):
        real = torch.randn(16, 2) * 0.3 + 1
        fake = g(torch.randn(16, 4))
        opt_g.zero_grad()  #~ foreign-gradient
        d_loss = F.binary_cross_entropy_with_logits(d(real), ones) + F.binary_cross_entropy_with_logits(
            d(fake.detach()), zeros  #! decoy
        )
        d_loss.backward()  #~ gradient-piled-up
        opt_d.step()  #~ gradient-piled-up
        opt_g.zero_grad()  #~ gradient-piled-up
        g_loss = F.binary_cross_entropy_with_logits(d(fake), ones)
        g_loss.backward()
        opt_g.step()  #! decoy
        if step % 5 == 0:
            print(step, f"{d_loss.item():.4f} {g_loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: nets.py
import torch.nn as nn


def generator():
    return nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))


def discriminator():
    return nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
