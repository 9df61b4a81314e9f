# file: quiet.py
import torch
import torch.nn as nn


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, o))


def slope_penalty(critic, real, fake):
    eps = torch.rand(real.size(0), 1)
    mixed = (eps * real + (1 - eps) * fake).requires_grad_(True)
    (slope,) = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
    return (slope.norm(2, dim=1) - 1).pow(2).mean()


def main(steps=12, n_critic=4):
    torch.manual_seed(0)
    g, d = mlp(4, 2), mlp(2, 1)
    opt_g = torch.optim.Adam(g.parameters(), lr=1e-3)
    opt_d = torch.optim.Adam(d.parameters(), lr=1e-3)
    for step in range(steps):
        real = torch.randn(16, 2) * 0.2 + 1
        with torch.no_grad():
            fake = g(torch.randn(16, 4))
        d_loss = d(fake).mean() - d(real).mean() + 10 * slope_penalty(d, real, fake)
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
        if step % n_critic == 0:
            for p in d.parameters():
                p.requires_grad_(False)
            g_loss = -d(g(torch.randn(16, 4))).mean()
            opt_g.zero_grad()
            g_loss.backward()
            opt_g.step()
            for p in d.parameters():
                p.requires_grad_(True)
            print(step, f"{d_loss.item():.4f} {g_loss.item():.4f}")


if __name__ == "__main__":
    main()
