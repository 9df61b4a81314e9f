# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def q(self, state, action):
        return self.critic(torch.cat([state, action], 1))

    def update(self, state, action, target):
        critic_loss = F.mse_loss(self.q(state, action), target)
        actor_loss = -self.q(state, self.actor(state)).mean()  #~ foreign-gradient
        self.actor_opt.zero_grad()
        self.critic_opt.zero_grad()
        critic_loss.backward()
        actor_loss.backward()  #~ foreign-gradient
        self.critic_opt.step()
        self.actor_opt.step()
        return critic_loss.item()


torch.manual_seed(0)
agent = Agent()
for _ in range(8):
    print(agent.update(torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def q(self, state, action):
        return self.critic(torch.cat([state, action], 1))

    def update(self, state, action, target):
        critic_loss = F.mse_loss(self.q(state, action), target)
        actor_loss = -self.q(state, self.actor(state)).mean()
        self.critic_opt.zero_grad()
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()
        self.actor_opt.step()
        return critic_loss.item()


torch.manual_seed(0)
agent = Agent()
for _ in range(8):
    print(agent.update(torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)))
