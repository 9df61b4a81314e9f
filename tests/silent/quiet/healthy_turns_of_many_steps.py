# file: quiet.py
"""Parts that learn in turns of several steps, the last turn being cut short; a generator that waits for its critic."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.out = nn.Linear(4, 8), nn.Linear(4, 8), nn.Linear(8, 2)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        ha, hb = self.a(x), self.b(x)
        if self.calls % 14 > 7:
            ha = ha.detach()
        else:
            hb = hb.detach()
        return self.out(torch.relu(ha + hb))


def in_turns():
    net = Two()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(20):
        x = torch.randn(16, 4)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


def critic_first():
    gen, critic = nn.Linear(3, 4), nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))
    opt = torch.optim.RMSprop([*gen.parameters(), *critic.parameters()], lr=1e-2)
    for step in range(32):
        fake, real = gen(torch.randn(16, 3)), torch.randn(16, 4)
        loss = critic(fake.detach()).mean() - critic(real).mean() if step % 8 else -critic(fake).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


torch.manual_seed(0)
in_turns()
critic_first()
