# file: quiet.py
import torch
import torch.nn as nn


def clip(critic, limit):
    for p in critic.parameters():
        p.data.clamp_(-limit, limit)


torch.manual_seed(0)
generator, critic = nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 12), nn.ReLU(), nn.Linear(12, 1))
for_critic = torch.optim.RMSprop(critic.parameters(), lr=5e-4)
for_generator = torch.optim.RMSprop(generator.parameters(), lr=5e-4)
for step in range(12):
    real, noise = torch.randn(16, 2) + 2, torch.randn(16, 3)
    for_critic.zero_grad()
    with torch.no_grad():
        fake = generator(noise)
    (critic(fake).mean() - critic(real).mean()).backward()
    for_critic.step()
    clip(critic, 0.05)
    if step % 3 == 2:
        for p in critic.parameters():
            p.requires_grad_(False)
        for_generator.zero_grad()
        (-critic(generator(noise)).mean()).backward()
        for_generator.step()
        for p in critic.parameters():
            p.requires_grad_(True)
print(critic(generator(noise)).mean().item())
