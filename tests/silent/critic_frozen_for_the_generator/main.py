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
