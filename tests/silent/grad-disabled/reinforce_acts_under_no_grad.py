# file: main.py
import torch
import torch.nn.functional as F

from agent import Agent


def episode(agent, length=8):
    position, log_probs, rewards, states = torch.zeros(2), [], [], []
    for _ in range(length):
        states.append(position)
        action, log_prob = agent.act(position)
        position = position + torch.tensor([0.1, 0.0]) * (2 * action - 1)
        log_probs.append(log_prob)
        rewards.append(-abs(position[0].item() - 0.5))  #! decoy
    return torch.stack(states), torch.stack(log_probs), rewards


def main():
    torch.manual_seed(0)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for it in range(6):
        states, log_probs, rewards = episode(agent)
        returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)  #! decoy
        value = agent.critic(states).squeeze(-1)
        advantage = returns - value.detach()  #! decoy
        loss = -(log_probs * advantage).mean() + F.mse_loss(value, returns)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(it, loss.item(), sum(rewards))  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_agent import Agent


def episode(agent, length=8):
    position, log_probs, rewards, states = torch.zeros(2), [], [], []
    for _ in range(length):
        states.append(position)
        action, log_prob = agent.act(position)
        position = position + torch.tensor([0.1, 0.0]) * (2 * action - 1)
        log_probs.append(log_prob)
        rewards.append(-abs(position[0].item() - 0.5))
    return torch.stack(states), torch.stack(log_probs), rewards


def main():
    torch.manual_seed(0)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for it in range(6):
        states, log_probs, rewards = episode(agent)
        returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
        value = agent.critic(states).squeeze(-1)
        advantage = returns - value.detach()
        loss = -(log_probs * advantage).mean() + F.mse_loss(value, returns)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(it, loss.item(), sum(rewards))


if __name__ == "__main__":
    main()
# file: agent.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    @torch.no_grad()  #~ grad-disabled
    def act(self, state):
        dist = Categorical(logits=self.actor(state))
        action = dist.sample()  #! decoy
        return action, dist.log_prob(action)
# file: quiet_agent.py
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def act(self, state):
        dist = Categorical(logits=self.actor(state))
        action = dist.sample()
        return action, dist.log_prob(action)
