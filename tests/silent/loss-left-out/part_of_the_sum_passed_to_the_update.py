# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.policy, self.value = nn.Linear(16, 3), nn.Linear(16, 1)
        parts = nn.ModuleList([self.body, self.policy, self.value])
        self.optimizer = torch.optim.Adam(parts.parameters(), lr=3e-3)
        self.seen = []

    def update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()  #! decoy
        self.optimizer.step()

    def learn(self, state, action, gain):
        h = self.body(state)
        chosen = self.policy(h).log_softmax(-1).gather(1, action)
        actor = -(chosen * gain).mean()
        critic = F.smooth_l1_loss(self.value(h), gain)
        total = actor + 0.5 * critic
        self.update(actor)  #~ loss-left-out
        self.seen.append(total.item())


def main():
    torch.manual_seed(0)
    agent = Agent()
    for _ in range(10):
        state = torch.randn(16, 5)
        action = torch.randint(0, 3, (16, 1))
        agent.learn(state, action, (action == 1).float() + 0.1 * state[:, :1])
    print(agent.seen[-1])


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# An agent of two updates: the actor's, and the critic's own; the sum is there to be looked at.


class Agent:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.policy, self.value = nn.Linear(16, 3), nn.Linear(16, 1)
        parts = nn.ModuleList([self.body, self.policy, self.value])
        self.optimizer = torch.optim.Adam(parts.parameters(), lr=3e-3)
        self.seen = []

    def update(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def learn(self, state, action, gain):
        h = self.body(state)
        chosen = self.policy(h).log_softmax(-1).gather(1, action)
        actor = -(chosen * gain).mean()
        critic = F.smooth_l1_loss(self.value(h.detach()), gain)
        total = actor + 0.5 * critic
        self.update(actor)
        self.update(critic)
        self.seen.append(total.item())


def main():
    torch.manual_seed(0)
    agent = Agent()
    for _ in range(10):
        state = torch.randn(16, 5)
        action = torch.randint(0, 3, (16, 1))
        agent.learn(state, action, (action == 1).float() + 0.1 * state[:, :1])
    print(agent.seen[-1])


main()
