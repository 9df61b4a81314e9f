# file: main.py
import torch

from sac import Actor, Critic, Temperature


def main():
    torch.manual_seed(0)
    actor, critic, temperature = Actor(), Critic(), Temperature(target=-1.0)
    opt = torch.optim.Adam([*actor.parameters(), *temperature.parameters()], lr=1e-3)
    opt_q = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(6):
        obs = torch.randn(32, 3)
        reward = -obs.pow(2).sum(1, keepdim=True)
        with torch.no_grad():  #! decoy
            a, logp = actor(obs)
            target = reward + 0.9 * (critic(obs, a) - temperature.value() * logp)
        q_loss = (critic(obs, a) - target).pow(2).mean()
        opt_q.zero_grad()
        q_loss.backward()
        opt_q.step()
        a, logp = actor(obs)
        pi_loss = (temperature.value().detach() * logp - critic(obs, a)).mean()  #! decoy
        loss = pi_loss + temperature.loss(logp)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, q_loss.item(), temperature.value().item())  #! decoy


main()
# file: sac.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, obs):
        mean, log_std = self.net(obs).chunk(2, -1)
        dist = Normal(mean, log_std.clamp(-4, 1).exp())
        raw = dist.rsample()
        act = raw.tanh()
        return act, dist.log_prob(raw) - torch.log(1 - act.pow(2) + 1e-6)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, obs, act):
        return self.net(torch.cat([obs, act], -1))


class Temperature(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.log_alpha = nn.Parameter(torch.zeros(1))
        self.target = target

    def value(self):
        return self.log_alpha.exp()

    def loss(self, logp):
        entropy_gap = (logp + self.target).detach()  #! decoy
        return -(self.value().detach() * entropy_gap).mean()  #~ detached-tensor
