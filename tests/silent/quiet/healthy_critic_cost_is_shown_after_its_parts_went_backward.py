# file: quiet.py
# Each part of the critic's cost goes backward by itself, also the penalty; their sum is only shown.
import torch
import torch.nn as nn


def penalty(critic, real, fake):
    mixed = real + torch.rand(len(real), 1) * (fake - real)
    mixed.requires_grad_(True)
    slopes = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)[0]
    lengths = slopes.norm(2, dim=1)
    return 10.0 * ((lengths - 1) ** 2).mean(), lengths.mean()


def main():
    torch.manual_seed(0)
    maker, critic = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
    of_maker = torch.optim.Adam(maker.parameters(), lr=1e-2, betas=(0.5, 0.9))
    of_critic = torch.optim.Adam(critic.parameters(), lr=1e-2, betas=(0.5, 0.9))
    one = torch.tensor(1.0)
    for step in range(16):
        real = torch.randn(16, 2) * 0.2 + 1.5
        critic.zero_grad()
        on_real = critic(real).mean()
        on_real.backward(-one)
        fake = maker(torch.randn(16, 2)).detach()
        on_fake = critic(fake).mean()
        on_fake.backward(one)
        price, slope = penalty(critic, real, fake)
        price.backward()
        cost = on_fake - on_real + price
        of_critic.step()
        if step % 2:
            maker.zero_grad()
            gain = critic(maker(torch.randn(16, 2))).mean()
            gain.backward(-one)
            of_maker.step()
        if step % 5 == 0:
            print(f"{cost.item():.3f} {slope.item():.3f}")


main()
