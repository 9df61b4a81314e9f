# file: quiet.py
import copy
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))

    def forward(self, x):
        return self.net(x)


class Agent:
    def __init__(self):
        self.online = QNet()
        self.target = copy.deepcopy(self.online)
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=1e-3)
        self.memory = []

    def act(self, state):
        with torch.no_grad():
            return self.online(state).argmax().item()

    def learn(self):
        states, actions, rewards, following = zip(*random.sample(self.memory, 16))
        q = self.online(torch.stack(states)).gather(1, torch.tensor(actions).unsqueeze(1)).squeeze(1)
        best = self.target(torch.stack(following)).max(1).values.detach()
        loss = F.smooth_l1_loss(q, torch.tensor(rewards) + 0.99 * best)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(self.online.parameters(), 1.0)
        self.optimizer.step()


torch.manual_seed(0)
random.seed(0)
agent = Agent()
state = torch.randn(4)
for step in range(28):
    action = agent.act(state)
    following = torch.randn(4)
    agent.memory.append((state, action, float(action == int(state[0] > 0)), following))
    state = following
    if len(agent.memory) >= 16:
        agent.learn()
    if step % 10 == 9:
        agent.target.load_state_dict(agent.online.state_dict())
print(len(agent.memory))
