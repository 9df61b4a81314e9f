# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal, kl_divergence


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.GRU(2, 12, batch_first=True)
        self.mean, self.spread = nn.Linear(12, 3), nn.Linear(12, 3)
        self.tell = nn.Linear(3, 2)

    def forward(self, past):
        h = self.read(past)[0][:, -1]
        state = Normal(self.mean(h), F.softplus(self.spread(h)) + 0.1)
        code = state.sample()  #~ cut-beside-open
        return self.tell(code), state


def main():
    torch.manual_seed(0)
    net = Forecaster()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    prior = Normal(torch.zeros(3), torch.ones(3))
    for _ in range(8):
        past = torch.randn(16, 5, 2)
        told, state = net(past)
        loss = F.mse_loss(told, past[:, -1]) + 1e-3 * kl_divergence(state, prior).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
from torch.distributions import Normal


class Agent(nn.Module):
    """The critic reads the action that was drawn; the actor learns by the score of the draw."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.Tanh())
        self.mean, self.critic = nn.Linear(16, 2), nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
        self.spread = nn.Parameter(torch.zeros(2))

    def forward(self, obs):
        policy = Normal(self.mean(self.body(obs)), self.spread.exp())
        action = policy.sample()
        return policy.log_prob(action).sum(1), self.critic(torch.cat([obs, action], 1)).squeeze(1), action


def main():
    torch.manual_seed(0)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for _ in range(8):
        obs = torch.randn(32, 4)
        score, value, action = agent(obs)
        reward = -(action - obs[:, :2]).pow(2).sum(1)
        loss = -(score * (reward - value).detach()).mean() + 0.5 * (value - reward).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
