# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def q(self, state, action):
        return self.critic(torch.cat([state, action], 1))

    def update(self, state, action, target):
        for optimizer in (self.actor_optimizer, self.critic_optimizer):
            optimizer.zero_grad()
        actor_loss = -self.q(state, self.actor(state)).mean()
        actor_loss.backward()
        self.actor_optimizer.step()
        critic_loss = F.mse_loss(self.q(state, action), target)
        critic_loss.backward()  #~ foreign-gradient
        self.critic_optimizer.step()
        return critic_loss.item()


def main():
    torch.manual_seed(0)
    agent = Agent()
    for _ in range(6):
        state, action = torch.randn(20, 4), torch.rand(20, 2)
        print(agent.update(state, action, state.sum(1, keepdim=True)))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def q(self, state, action):
        return self.critic(torch.cat([state, action], 1))

    def update(self, state, action, target):
        for optimizer in (self.actor_optimizer, self.critic_optimizer):
            optimizer.zero_grad()
        actor_loss = -self.q(state, self.actor(state)).mean()
        actor_loss.backward()
        self.actor_optimizer.step()
        self.critic_optimizer.zero_grad()
        critic_loss = F.mse_loss(self.q(state, action), target)
        critic_loss.backward()
        self.critic_optimizer.step()
        return critic_loss.item()


def main():
    torch.manual_seed(0)
    agent = Agent()
    for _ in range(6):
        state, action = torch.randn(20, 4), torch.rand(20, 2)
        print(agent.update(state, action, state.sum(1, keepdim=True)))


main()
