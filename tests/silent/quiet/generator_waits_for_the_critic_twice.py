# file: quiet.py
import torch
from torch import nn


def main():
    torch.manual_seed(0)
    generator, critic = nn.Linear(2, 2), nn.Linear(2, 1)
    of_generator = torch.optim.SGD(generator.parameters(), lr=0.05)
    of_critic = torch.optim.SGD(critic.parameters(), lr=0.05)
    for step in range(8):
        fake = generator(torch.randn(16, 2))
        for _ in range(3):
            real = torch.randn(16, 2) + 2
            loss = critic(fake.detach()).mean() - critic(real).mean()
            of_critic.zero_grad()
            loss.backward()
            of_critic.step()
        loss = -critic(fake).mean()
        of_generator.zero_grad()
        loss.backward()
        of_generator.step()


main()
