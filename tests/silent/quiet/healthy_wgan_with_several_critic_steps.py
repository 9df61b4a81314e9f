# file: quiet.py
import torch
import torch.nn as nn


def penalty(critic, real, fake):
    a = torch.rand(len(real), 1)
    mixed = (a * real + (1 - a) * fake).requires_grad_(True)
    (g,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
    return (g.norm(2, dim=1) - 1).pow(2).mean()


def main(steps=5):
    torch.manual_seed(0)
    gen = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))
    critic = nn.Sequential(nn.Linear(2, 24), nn.LeakyReLU(0.2), nn.Linear(24, 1))
    shadow = {k: v.detach().clone() for k, v in gen.state_dict().items()}
    g_opt = torch.optim.Adam(gen.parameters(), lr=1e-3, betas=(0.0, 0.9))
    c_opt = torch.optim.Adam(critic.parameters(), lr=1e-3, betas=(0.0, 0.9))
    for step in range(steps):
        for _ in range(3):
            real = torch.randn(32, 2) + 2
            with torch.no_grad():
                fake = gen(torch.randn(32, 4))
            loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
            c_opt.zero_grad()
            loss.backward()
            c_opt.step()
        critic.requires_grad_(False)
        g_loss = -critic(gen(torch.randn(32, 4))).mean()
        g_opt.zero_grad()
        g_loss.backward()
        g_opt.step()
        critic.requires_grad_(True)
        for k, v in gen.state_dict().items():
            shadow[k].lerp_(v, 0.05)
    print(loss.item(), g_loss.item())


main()
