# file: quiet.py
import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 24), nn.ELU(), nn.Linear(24, b))


@contextlib.contextmanager
def frozen(*modules):
    params = [p for m in modules for p in m.parameters()]
    before = [p.requires_grad for p in params]
    for p in params:
        p.requires_grad_(False)
    try:
        yield
    finally:
        for p, flag in zip(params, before):
            p.requires_grad_(flag)


class Agent:
    def __init__(self):
        self.model, self.reward = mlp(4, 3), mlp(3, 1)
        self.actor, self.critic = mlp(3, 1), mlp(3, 1)
        self.opt_w = torch.optim.Adam([*self.model.parameters(), *self.reward.parameters()], lr=3e-3)
        self.opt_a = torch.optim.Adam(self.actor.parameters(), lr=3e-3)
        self.opt_c = torch.optim.Adam(self.critic.parameters(), lr=3e-3)

    def world(self, s, a, s2, r):
        pred = self.model(torch.cat([s, a], 1))
        loss = F.mse_loss(pred, s2) + F.mse_loss(self.reward(pred), r)
        self.opt_w.zero_grad()
        loss.backward()
        self.opt_w.step()
        return loss.item()

    def behave(self, s, horizon=3):
        states, total = [], 0.0
        with frozen(self.model, self.reward, self.critic):
            s = s.detach()
            for _ in range(horizon):
                s = self.model(torch.cat([s, torch.tanh(self.actor(s))], 1))
                total = total + self.reward(s)
                states.append(s)
            actor_loss = -(total + self.critic(s)).mean()
            self.opt_a.zero_grad()
            actor_loss.backward()
            self.opt_a.step()
        value = self.critic(torch.cat(states).detach())
        critic_loss = F.mse_loss(value, total.detach().repeat(horizon, 1))
        self.opt_c.zero_grad()
        critic_loss.backward()
        self.opt_c.step()
        return actor_loss.item(), critic_loss.item()


def main():
    torch.manual_seed(0)
    agent = Agent()
    for it in range(4):
        s, a = torch.randn(32, 3), torch.rand(32, 1) * 2 - 1
        s2 = 0.9 * s + 0.1 * a
        print(it, agent.world(s, a, s2, -s2.pow(2).sum(1, keepdim=True)), agent.behave(s))


main()
