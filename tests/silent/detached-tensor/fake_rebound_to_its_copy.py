# file: main.py
import torch
import torch.nn.functional as F

from nets import make_pair


def main(steps=10):
    torch.manual_seed(0)
    g, d = make_pair()
    opt_g = torch.optim.Adam(g.parameters(), lr=2e-3)
    opt_d = torch.optim.Adam(d.parameters(), lr=2e-3)
    ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)
    for step in range(steps):
        real = torch.randn(16, 2) + 1
        fake = g(torch.randn(16, 4))
        fake = fake.detach()  #~ detached-tensor
        d_loss = F.binary_cross_entropy_with_logits(d(real), ones)
        d_loss = d_loss + F.binary_cross_entropy_with_logits(d(fake), zeros)
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
        g_loss = F.binary_cross_entropy_with_logits(d(fake), ones)  #! decoy
        opt_g.zero_grad()
        g_loss.backward()
        opt_g.step()  #! decoy
        if step % 3 == 0:
            print(step, f"{d_loss.item():.4f} {g_loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: nets.py
import torch.nn as nn


def make_pair():
    g = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
    d = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
    return g, d
