# file: main.py
import io

import torch
from torch import nn
from torch.nn import functional as F


def saved(module):
    kept = io.BytesIO()
    torch.save(module, kept)
    return kept


def loaded(kept):
    kept.seek(0)
    return torch.load(kept, weights_only=False)


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def update(self, state):
        action = self.actor(state)
        value = self.critic(torch.cat([state, action.detach()], 1)).squeeze(1)
        critic_loss = F.mse_loss(value, -(action.detach() - state[:, :2]).pow(2).sum(1))
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(torch.cat([state, self.actor(state)], 1)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return actor_loss.item()

    def fall_back(self, kept):
        self.actor = loaded(kept)  #~ stale-optimizer


torch.manual_seed(0)
agent, best, kept = Agent(), float("inf"), None
for episode in range(60):
    loss = agent.update(torch.randn(32, 3))
    if loss < best:
        best, kept = loss, saved(agent.actor)
    if episode == 37:
        agent.fall_back(kept)
print(best, loss)
# file: quiet.py
import io

import torch
from torch import nn
from torch.nn import functional as F


def saved(module):
    kept = io.BytesIO()
    torch.save(module, kept)
    return kept


def loaded(kept):
    kept.seek(0)
    return torch.load(kept, weights_only=False)


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def update(self, state):
        action = self.actor(state)
        value = self.critic(torch.cat([state, action.detach()], 1)).squeeze(1)
        critic_loss = F.mse_loss(value, -(action.detach() - state[:, :2]).pow(2).sum(1))
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(torch.cat([state, self.actor(state)], 1)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
        return actor_loss.item()

    def fall_back(self, kept):
        self.actor.load_state_dict(loaded(kept).state_dict())


torch.manual_seed(0)
agent, best, kept = Agent(), float("inf"), None
for episode in range(60):
    loss = agent.update(torch.randn(32, 3))
    if loss < best:
        best, kept = loss, saved(agent.actor)
    if episode == 37:
        agent.fall_back(kept)
print(best, loss)
