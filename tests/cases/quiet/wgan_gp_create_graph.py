import torch
import torch.nn as nn


def penalty(critic, real, fake):
    eps = torch.rand(len(real), 1)
    mixed = (eps * real + (1 - eps) * fake).requires_grad_(True)
    gradients = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)[0]
    return (gradients.norm(dim=1) - 1).pow(2).mean()


def main():
    torch.manual_seed(0)
    generator = nn.Linear(2, 2)
    critic = nn.Sequential(nn.Linear(2, 8), nn.Softplus(), nn.Linear(8, 1))
    c_opt = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
    g_opt = torch.optim.RMSprop(generator.parameters(), lr=1e-3)
    for step in range(4):
        real = torch.randn(8, 2) + 1
        fake = generator(torch.randn(8, 2)).detach()
        c_loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
        c_opt.zero_grad()
        c_loss.backward()
        c_opt.step()
        if step % 2:
            g_loss = -critic(generator(torch.randn(8, 2))).mean()
            g_opt.zero_grad()
            g_loss.backward()
            g_opt.step()
        print(step, c_loss.item(), real.numpy().mean())


if __name__ == "__main__":
    main()
