# file: main.py
import torch
import torch.nn as nn

from nets import Critic, Generator


def step_critic(critic, generator, opt, real):
    score = critic(generator(torch.randn(len(real), 4))).mean() - critic(real).mean()
    opt.zero_grad()
    score.backward()
    opt.step()
    return score.item()  #! decoy


def step_generator(critic, generator, opt, n):
    for p in critic.trunk.parameters():
        p.requires_grad_(False)  #~ frozen-parameter
    loss = -critic(generator(torch.randn(n, 4))).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()  #! decoy


def main():
    torch.manual_seed(0)
    critic, generator = Critic(), Generator()
    of_critic = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
    of_generator = torch.optim.RMSprop(generator.parameters(), lr=1e-3)
    for _ in range(6):
        real = torch.randn(16, 3) + 2
        print(step_critic(critic, generator, of_critic, real), step_generator(critic, generator, of_generator, 16))


main()
# file: quiet.py
import torch

from nets import Critic, Generator


def switched(module, value):
    for p in module.parameters():
        p.requires_grad_(value)


torch.manual_seed(0)
critic, generator = Critic(), Generator()
of_critic = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
of_generator = torch.optim.RMSprop(generator.parameters(), lr=1e-3)
for _ in range(12):
    real = torch.randn(16, 3) + 2
    switched(critic, True)
    score = critic(generator(torch.randn(16, 4)).detach()).mean() - critic(real).mean()
    of_critic.zero_grad()
    score.backward()
    of_critic.step()
    switched(critic, False)
    loss = -critic(generator(torch.randn(16, 4))).mean()
    of_generator.zero_grad()
    loss.backward()
    of_generator.step()
    print(score.item(), loss.item())
# file: nets.py
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 12), nn.LeakyReLU(0.2))
        self.score = nn.Linear(12, 1)

    def forward(self, x):
        return self.score(self.trunk(x))


class Generator(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 3))
