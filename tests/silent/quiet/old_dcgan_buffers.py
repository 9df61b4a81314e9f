# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
generator = nn.Linear(3, 4)
critic = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())
for_g = torch.optim.Adam(generator.parameters(), lr=1e-3)
for_d = torch.optim.Adam(critic.parameters(), lr=1e-3)
criterion = nn.BCELoss()
noise, label = torch.empty(8, 3), torch.empty(8)


def critic_update(real):
    for_d.zero_grad()
    label.data.fill_(1)
    criterion(critic(real).view(-1), label).backward()
    noise.data.normal_(0, 1)
    fake = generator(noise)
    label.data.fill_(0)
    criterion(critic(fake.detach()).view(-1), label).backward()
    for_d.step()
    return fake


def generator_update(fake):
    for_g.zero_grad()
    label.data.fill_(1)
    loss = criterion(critic(fake).view(-1), label)
    loss.backward()
    for_g.step()
    return loss.item()


for _ in range(6):
    print(generator_update(critic_update(torch.randn(8, 4) + 1)))
