# file: main.py
import torch

from agent import Agent, learn

torch.manual_seed(0)
agent = Agent()
for episode in range(15):
    learn(agent, torch.randn(32, 4))
print(sum(p.abs().sum().item() for p in agent.parameters()))
# file: agent.py
import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.eyes = nn.Sequential(nn.Linear(4, 12), nn.Tanh())
        self.policy, self.value = nn.Linear(12, 3), nn.Linear(12, 1)
        self.actor_opt = torch.optim.Adam([*self.eyes.parameters(), *self.policy.parameters()], lr=3e-3)
        self.critic_opt = torch.optim.Adam([*self.eyes.parameters(), *self.value.parameters()], lr=3e-3)


def backward_all(*losses):
    first, second = losses
    first.backward(retain_graph=True)
    second.backward()  #~ stepped-twice


def learn(agent, states):
    seen = agent.eyes(states)
    actions = torch.distributions.Categorical(logits=agent.policy(seen))
    chosen = actions.sample()
    returns = states[:, 0] * (chosen == 1)
    value = agent.value(seen).squeeze(1)
    agent.actor_opt.zero_grad()
    agent.critic_opt.zero_grad()
    backward_all(-(actions.log_prob(chosen) * (returns - value).detach()).mean(), (returns - value).square().mean())
    agent.actor_opt.step()
    agent.critic_opt.step()
# file: quiet.py
import torch
from torch import nn

# The gradients of each loss are computed by themselves, and each optimizer steps with its own.
torch.manual_seed(0)
eyes, policy, value = nn.Sequential(nn.Linear(4, 12), nn.Tanh()), nn.Linear(12, 3), nn.Linear(12, 1)
sets = [[*eyes.parameters(), *head.parameters()] for head in (policy, value)]
optimizers = [torch.optim.Adam(parameters, lr=3e-3) for parameters in sets]
for episode in range(15):
    states = torch.randn(32, 4)
    seen = eyes(states)
    actions = torch.distributions.Categorical(logits=policy(seen))
    chosen = actions.sample()
    returns = states[:, 0] * (chosen == 1)
    worth = value(seen).squeeze(1)
    losses = -(actions.log_prob(chosen) * (returns - worth).detach()).mean(), (returns - worth).square().mean()
    gradients = [torch.autograd.grad(loss, of, retain_graph=True) for loss, of in zip(losses, sets)]
    for optimizer, of, found in zip(optimizers, sets, gradients):
        for p, g in zip(of, found):
            p.grad = g
        optimizer.step()
print([loss.item() for loss in losses])
