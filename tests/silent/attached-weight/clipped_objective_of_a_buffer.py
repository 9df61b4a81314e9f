# file: main.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(2))
        self.value = nn.Linear(3, 1)

    def dist(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())


def update(net, opt, obs, action, old, returns):
    log_prob = net.dist(obs).log_prob(action).sum(-1)
    value = net.value(obs).squeeze(-1)
    advantage = returns - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    ratio = (log_prob - old).exp()
    clipped = ratio.clamp(0.8, 1.2) * advantage  #~ attached-weight
    policy_loss = -torch.min(ratio * advantage, clipped).mean()  #~ attached-weight
    loss = policy_loss + 0.5 * (returns - value).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
net = Policy()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(4):
    obs = torch.randn(64, 3)
    with torch.no_grad():
        action = net.dist(obs).sample()
        old = net.dist(obs).log_prob(action).sum(-1)
    for _ in range(3):
        print(update(net, opt, obs, action, old, -action.pow(2).sum(-1)))
# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.zeros(2))
        self.value = nn.Linear(3, 1)

    def dist(self, obs):
        return Normal(self.mean(obs), self.log_std.exp())


def update(net, opt, obs, action, old, returns):
    log_prob = net.dist(obs).log_prob(action).sum(-1)
    value = net.value(obs).squeeze(-1)
    advantage = returns - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    advantage = advantage.detach()
    ratio = (log_prob - old).exp()
    clipped = ratio.clamp(0.8, 1.2) * advantage
    policy_loss = -torch.min(ratio * advantage, clipped).mean()
    loss = policy_loss + 0.5 * (returns - value).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(0)
net = Policy()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(4):
    obs = torch.randn(64, 3)
    with torch.no_grad():
        action = net.dist(obs).sample()
        old = net.dist(obs).log_prob(action).sum(-1)
    for _ in range(3):
        print(update(net, opt, obs, action, old, -action.pow(2).sum(-1)))
