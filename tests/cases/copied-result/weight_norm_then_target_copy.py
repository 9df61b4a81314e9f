import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import weight_norm


def critic(observations=5, hidden=16):
    body = nn.Linear(observations, hidden)
    head = weight_norm(nn.Linear(hidden, 1, bias=False))  #~ copied-result
    return nn.Sequential(body, nn.Tanh(), head)


class Agent:
    def __init__(self):
        self.online = critic()
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=1e-3)
        self.target = None

    def sync(self):
        self.target = copy.deepcopy(self.online)  #~ copied-result
        self.target.requires_grad_(False)  #! decoy

    def update(self, obs, reward, following):
        with torch.no_grad():
            goal = reward + 0.9 * self.target(following).squeeze(1)
        loss = F.mse_loss(self.online(obs).squeeze(1), goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def warm_start(agent):
    for _ in range(2):
        obs = torch.randn(8, 5)
        loss = F.mse_loss(agent.online(obs).squeeze(1), obs.sum(1))  #! decoy
        agent.optimizer.zero_grad()
        loss.backward()
        agent.optimizer.step()


def main():
    torch.manual_seed(0)
    agent = Agent()
    warm_start(agent)
    for step in range(4):
        if step % 2 == 0:
            agent.sync()
        print(step, agent.update(torch.randn(8, 5), torch.rand(8), torch.randn(8, 5)))


if __name__ == "__main__":
    main()
