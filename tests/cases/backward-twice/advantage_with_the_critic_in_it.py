# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Categorical

from a2c import Actor, Critic, bootstrap


def main():
    torch.manual_seed(0)
    actor, critic = Actor(), Critic()
    opt_a, opt_c = torch.optim.Adam(actor.parameters(), 1e-3), torch.optim.Adam(critic.parameters(), 1e-3)
    obs = torch.randn(16, 4)
    for it in range(4):
        dist = Categorical(logits=actor(obs))
        act = dist.sample()
        reward = -obs.abs().sum(1) + act.float()
        nxt = 0.9 * obs + 0.1 * torch.randn_like(obs)
        value = critic(obs).squeeze(-1)
        with torch.no_grad():  #! decoy
            target = bootstrap(critic, nxt, reward)
        advantage = target - value  #~ backward-twice
        actor_loss = -(dist.log_prob(act) * advantage).mean() - 0.01 * dist.entropy().mean()  #~ backward-twice
        critic_loss = advantage.pow(2).mean()
        opt_a.zero_grad()
        actor_loss.backward()
        opt_a.step()
        opt_c.zero_grad()
        critic_loss.backward()
        opt_c.step()
        obs = nxt
        print(it, actor_loss.item(), critic_loss.item())


main()
# file: a2c.py
import torch.nn as nn


class Actor(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))


class Critic(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))


def bootstrap(critic, nxt, reward, gamma=0.95):
    return reward + gamma * critic(nxt).squeeze(-1)
