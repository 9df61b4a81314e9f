# file: main.py
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def limit(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.1)  #! decoy

    def apply(self, loss):
        loss.backward()
        self.optimizer.step()

    def learn(self, x):
        loss = self.net(x).pow(2).mean()
        self.optimizer.zero_grad()
        self.limit()  #~ clipping-order
        self.apply(loss)


torch.manual_seed(0)
agent = Agent()
for _ in range(5):
    agent.learn(torch.randn(3, 4))
# file: quiet.py
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def limit(self):
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.1)

    def learn(self, x):
        loss = self.net(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.limit()
        self.optimizer.step()


torch.manual_seed(0)
agent = Agent()
for _ in range(5):
    agent.learn(torch.randn(3, 4))
