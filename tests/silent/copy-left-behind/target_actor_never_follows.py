# file: main.py
import torch
import torch.nn.functional as F

from agent import Agent
from soft import soft_update


def transitions(n):
    state, action = torch.randn(n, 3), torch.rand(n, 1) * 2 - 1
    following = 0.9 * state + 0.1 * action
    return state, action, -(state[:, :1] - action).square(), following


torch.manual_seed(0)
agent = Agent()
for step in range(40):
    state, action, reward, following = transitions(32)
    with torch.no_grad():
        goal = reward + 0.95 * agent.critic_target(torch.cat([following, agent.actor_target(following)], 1))
    critic_loss = F.mse_loss(agent.critic(torch.cat([state, action], 1)), goal)
    agent.critic_optimizer.zero_grad()
    critic_loss.backward()
    agent.critic_optimizer.step()

    actor_loss = -agent.critic(torch.cat([state, agent.actor(state)], 1)).mean()
    agent.actor_optimizer.zero_grad()
    actor_loss.backward()
    agent.actor_optimizer.step()

    soft_update(agent.critic_target, agent.critic, 0.05)  #~ copy-left-behind
    if step % 10 == 0:
        print(step, critic_loss.item(), actor_loss.item())
# file: quiet.py
import torch
import torch.nn.functional as F

from agent import Agent
from soft import soft_update


def transitions(n):
    state, action = torch.randn(n, 3), torch.rand(n, 1) * 2 - 1
    following = 0.9 * state + 0.1 * action
    return state, action, -(state[:, :1] - action).square(), following


torch.manual_seed(0)
agent = Agent()
for step in range(40):
    state, action, reward, following = transitions(32)
    with torch.no_grad():
        goal = reward + 0.95 * agent.critic_target(torch.cat([following, agent.actor_target(following)], 1))
    critic_loss = F.mse_loss(agent.critic(torch.cat([state, action], 1)), goal)
    agent.critic_optimizer.zero_grad()
    critic_loss.backward()
    agent.critic_optimizer.step()

    if step % 2 == 0:  # the actor and its target are slower
        actor_loss = -agent.critic(torch.cat([state, agent.actor(state)], 1)).mean()
        agent.actor_optimizer.zero_grad()
        actor_loss.backward()
        agent.actor_optimizer.step()
        soft_update(agent.actor_target, agent.actor, 0.05)

    soft_update(agent.critic_target, agent.critic, 0.05)
    if step % 10 == 0:
        print(step, critic_loss.item(), actor_loss.item())
# file: agent.py
import copy

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
        self.actor_target = copy.deepcopy(self.actor)
        self.critic_target = copy.deepcopy(self.critic)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
# file: soft.py
def soft_update(target, source, tau):
    for t, s in zip(target.parameters(), source.parameters()):
        t.data.copy_(tau * s.data + (1.0 - tau) * t.data)
