import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 3), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def act(self, s):
        return self.actor(s) + 0.1 * torch.randn(3)  #~ growing-graph

    def q(self, s, a):
        return self.critic(torch.cat([s, a], dim=-1)).squeeze(-1)

    @torch.no_grad()
    def target(self, s2):
        return self.q(s2, self.actor(s2))
