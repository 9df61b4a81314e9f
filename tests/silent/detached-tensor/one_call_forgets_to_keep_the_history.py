# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from agents import Agent


def main():
    torch.manual_seed(0)
    agent, world = Agent(), nn.Linear(10, 8)
    opt = torch.optim.Adam([*agent.parameters(), *world.parameters()], lr=3e-3)
    for step in range(10):
        now, after, act = torch.randn(32, 5), torch.randn(32, 5), torch.randn(32, 2)
        goal = agent.embed(after)
        start = agent.embed(now)  #~ detached-tensor
        guess = world(torch.cat([start, act], 1))
        reward = agent.value(agent.embed(now, fixed=False)[:, :2].detach() + act).mean()  #! decoy
        loss = F.mse_loss(guess, goal) - 0.1 * reward
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from agents import Agent

torch.manual_seed(0)
agent, world = Agent(), nn.Linear(10, 8)
opt = torch.optim.Adam([*agent.parameters(), *world.parameters()], lr=3e-3)
for step in range(10):
    now, after, act = torch.randn(32, 5), torch.randn(32, 5), torch.randn(32, 2)
    goal = agent.embed(after)
    start = agent.embed(now, fixed=False)
    guess = world(torch.cat([start, act], 1))
    reward = agent.value(start[:, :2] + act).mean()
    loss = F.mse_loss(guess, goal) - 0.1 * reward
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
# file: agents.py
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 8), nn.Tanh())
        self.value = nn.Linear(2, 1)

    def embed(self, seen, fixed=True):
        """What is seen as a code; a target, unless somebody wants to learn from it."""
        code = self.body(seen)
        if fixed:
            code = code.detach()  #! decoy
        return code
