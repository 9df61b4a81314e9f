# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    gen, disc = nn.Linear(3, 2), nn.Linear(2, 1)
    opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3)
    opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3)
    for _ in range(6):
        real, fake = torch.randn(16, 2) + 1, gen(torch.randn(16, 3))
        opt_g.zero_grad()
        opt_d.zero_grad()
        adversarial = F.softplus(-disc(fake)).mean()
        total = adversarial + 0.1 * fake.pow(2).mean()
        total.backward(inputs=list(gen.parameters()))
        opt_g.step()
        (F.softplus(-disc(real)).mean() + F.softplus(disc(fake.detach())).mean()).backward()
        opt_d.step()
    print(total.item())


main()
