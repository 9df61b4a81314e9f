# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy, self.value = nn.Linear(4, 2), nn.Linear(4, 1)
        self.opt = torch.optim.Adam([*self.policy.parameters(), *self.value.parameters()], lr=1e-2)
        self.log_probs, self.values, self.rewards = [], [], []

    def act(self, state):
        dist = Categorical(logits=self.policy(state))
        action = dist.sample()
        self.log_probs.append(dist.log_prob(action))
        self.values.append(self.value(state))
        return action.item()

    def learn(self):
        returns, total = [], 0.0
        for reward in reversed(self.rewards):
            total = reward + 0.99 * total
            returns.insert(0, total)
        policy_losses, value_losses = [], []
        for log_prob, value, ret in zip(self.log_probs, self.values, returns):
            advantage = ret - value
            policy_losses.append(-log_prob * advantage)  #~ attached-weight
            value_losses.append(F.smooth_l1_loss(value, torch.tensor([ret])))
        loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.log_probs, self.values, self.rewards = [], [], []
        return loss.item()


torch.manual_seed(0)
agent = Agent()
for episode in range(8):
    for t in range(5):
        agent.rewards.append(float(agent.act(torch.randn(4))))
    print(agent.learn())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy, self.value = nn.Linear(4, 2), nn.Linear(4, 1)
        self.opt = torch.optim.Adam([*self.policy.parameters(), *self.value.parameters()], lr=1e-2)
        self.log_probs, self.values, self.rewards = [], [], []

    def act(self, state):
        dist = Categorical(logits=self.policy(state))
        action = dist.sample()
        self.log_probs.append(dist.log_prob(action))
        self.values.append(self.value(state))
        return action.item()

    def learn(self):
        returns, total = [], 0.0
        for reward in reversed(self.rewards):
            total = reward + 0.99 * total
            returns.insert(0, total)
        policy_losses, value_losses = [], []
        for log_prob, value, ret in zip(self.log_probs, self.values, returns):
            advantage = ret - value.item()
            policy_losses.append(-log_prob * advantage)
            value_losses.append(F.smooth_l1_loss(value, torch.tensor([ret])))
        loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.log_probs, self.values, self.rewards = [], [], []
        return loss.item()


torch.manual_seed(0)
agent = Agent()
for episode in range(8):
    for t in range(5):
        agent.rewards.append(float(agent.act(torch.randn(4))))
    print(agent.learn())
