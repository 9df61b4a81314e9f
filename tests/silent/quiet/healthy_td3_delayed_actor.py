# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(a, b, *end):
    return nn.Sequential(nn.Linear(a, 24), nn.ReLU(), nn.Linear(24, b), *end)


class Twin(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = mlp(4, 1), mlp(4, 1)

    def forward(self, s, a):
        x = torch.cat([s, a], 1)
        return self.one(x), self.two(x)

    def first(self, s, a):
        return self.one(torch.cat([s, a], 1))


def follow(target, source, tau=0.02):
    for t, p in zip(target.parameters(), source.parameters()):
        t.data.copy_(tau * p.data + (1 - tau) * t.data)


def main(steps=12):
    torch.manual_seed(0)
    actor, critic = mlp(3, 1, nn.Tanh()), Twin()
    actor_t, critic_t = copy.deepcopy(actor), copy.deepcopy(critic)
    a_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
    c_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(steps):
        s, a, r, s2 = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1), torch.randn(32, 3)
        with torch.no_grad():
            noise = (0.2 * torch.randn_like(a)).clamp(-0.5, 0.5)
            a2 = (actor_t(s2) + noise).clamp(-1, 1)
            y = r + 0.98 * torch.min(*critic_t(s2, a2))
        q1, q2 = critic(s, a)
        c_loss = F.mse_loss(q1, y) + F.mse_loss(q2, y)
        c_opt.zero_grad()
        c_loss.backward()
        c_opt.step()
        if step % 2 == 0:
            a_loss = -critic.first(s, actor(s)).mean()
            a_opt.zero_grad()
            a_loss.backward()
            a_opt.step()
            follow(actor_t, actor)
            follow(critic_t, critic)
    print(c_loss.item(), a_loss.item())


main()
