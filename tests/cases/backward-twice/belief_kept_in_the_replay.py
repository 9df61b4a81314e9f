# file: main.py
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

from replay import Replay


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell, self.q = nn.GRUCell(3, 8), nn.Linear(8, 2)


def main():
    torch.manual_seed(0)
    random.seed(0)
    agent, memory = Agent(), Replay()
    opt = torch.optim.Adam(agent.parameters(), lr=1e-3)
    belief = torch.zeros(8)
    for t in range(8):
        obs = torch.randn(3)
        following = agent.cell(obs[None], belief[None])[0]
        action = int(agent.q(following).argmax())  #! decoy
        memory.push(belief, action, float(obs.sum()), following)  #~ backward-twice
        belief = following.detach()
        if t >= 4:
            s, a, r, n = memory.sample(4)
            with torch.no_grad():  #! decoy
                goal = r + 0.9 * agent.q(n).max(1).values
            loss = F.smooth_l1_loss(agent.q(n).gather(1, a[:, None]).squeeze(1), goal)
            opt.zero_grad()
            loss.backward()
            opt.step()
            print(t, loss.item())


main()
# file: replay.py
import random

import torch


class Replay:
    def __init__(self, size=50):
        self.size, self.items = size, []

    def push(self, *item):
        self.items.append(item)  #~ backward-twice
        del self.items[:-self.size]

    def sample(self, n):
        rows = [random.choice(self.items) for _ in range(n)]
        belief, action, reward, following = zip(*rows)
        return torch.stack(belief), torch.tensor(action), torch.tensor(reward), torch.stack(following)
