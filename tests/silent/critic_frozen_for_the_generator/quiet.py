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
