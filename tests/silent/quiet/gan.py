# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(*sizes):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), nn.LeakyReLU(0.2)]
    return nn.Sequential(*layers[:-1])


class GAN:
    def __init__(self):
        self.generator, self.critic = mlp(4, 16, 2), mlp(2, 16, 1)
        self.for_generator = torch.optim.Adam(self.generator.parameters(), lr=1e-3)
        self.for_critic = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def critic_step(self, real):
        fake = self.generator(torch.randn(len(real), 4)).detach()
        loss = F.softplus(-self.critic(real)).mean() + F.softplus(self.critic(fake)).mean()
        self.for_critic.zero_grad()
        loss.backward()
        self.for_critic.step()
        return loss.item()

    def generator_step(self, n):
        loss = F.softplus(-self.critic(self.generator(torch.randn(n, 4)))).mean()
        self.for_generator.zero_grad()
        loss.backward()
        self.for_generator.step()
        return loss.item()


torch.manual_seed(0)
gan = GAN()
for _ in range(8):
    print(gan.critic_step(torch.randn(32, 2) + 3), gan.generator_step(32))
