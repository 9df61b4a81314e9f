# file: quiet.py
import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


def penalty(critic, real, fake):
    mix = torch.rand(len(real), 1)
    between = (mix * real + (1 - mix) * fake).requires_grad_(True)
    (grad,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    return ((grad.norm(dim=1) - 1) ** 2).mean()


def main():
    torch.manual_seed(0)
    critic, generator = Critic(), nn.Linear(3, 2)
    for_critic = torch.optim.Adam(critic.parameters(), lr=1e-3, betas=(0.0, 0.9))
    for_generator = torch.optim.Adam(generator.parameters(), lr=1e-3, betas=(0.0, 0.9))
    for _ in range(3):
        for _ in range(3):
            real = torch.randn(16, 2) + 2
            fake = generator(torch.randn(16, 3)).detach()
            loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
            for_critic.zero_grad()
            loss.backward()
            for_critic.step()
        loss = -critic(generator(torch.randn(16, 3))).mean()
        for_generator.zero_grad()
        loss.backward()
        for_generator.step()
        print(loss.item())


main()
