# file: quiet.py
import random
from collections import deque

import torch
import torch.nn as nn
import torch.nn.functional as F

# The target network's graph is not cut, but no optimizer holds it: its gradients are computed and never used.


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 24)
        self.head = nn.Linear(24, 2)

    def forward(self, x):
        return self.head(F.relu(self.body(x)))


class Agent:
    def __init__(self, period):
        self.net, self.target = Net(), Net()
        self.target.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=3e-3)
        self.period, self.updates = period, 0

    def update(self, states, actions, rewards, following):
        chosen = self.net(states).gather(1, actions)
        best = self.target(following).max(1)[0].view(-1, 1)
        loss = torch.mean(F.mse_loss(chosen, rewards + 0.9 * best))
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.updates += 1
        if self.updates % self.period == 0:
            self.target.load_state_dict(self.net.state_dict())
        return loss.item()


def main():
    torch.manual_seed(0)
    random.seed(0)
    agent, memory, state, loss = Agent(period=10), deque(maxlen=200), 2, 0.0
    table = torch.eye(5)
    for _ in range(80):
        action = random.randrange(2)
        following = max(0, min(4, state + (1 if action else -1)))
        memory.append((table[state], action, float(following == 4), table[following]))
        state = random.randrange(5) if following in (0, 4) else following
        if len(memory) > 20:
            states, actions, rewards, after = zip(*random.sample(memory, 16))
            batch = torch.tensor(actions).view(-1, 1), torch.tensor(rewards).view(-1, 1), torch.stack(after)
            loss = agent.update(torch.stack(states), *batch)
    print(loss)


main()
