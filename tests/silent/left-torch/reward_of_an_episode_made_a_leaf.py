# file: main.py
import torch
import torch.nn as nn


class Walker:
    """Goes left or right on a line, and is paid for each step to the right."""

    def __init__(self):
        self.at = 0

    def go(self, right):
        self.at += 1 if right else -1
        return 1.0 if right else -0.5

    def seen(self):
        return torch.tensor([float(self.at), 1.0])


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
        self.optimizer = torch.optim.RMSprop(self.policy.parameters(), lr=1e-3)

    def episode(self):
        world, rewards = Walker(), []
        for _ in range(5):
            chances = torch.softmax(self.policy(world.seen()), 0)
            rewards.append(world.go(torch.multinomial(chances, 1).item() == 1))  #~ left-torch
        return rewards

    def learn(self):
        rewards = torch.tensor(self.episode())
        rewards.requires_grad_()
        loss = -rewards.sum()
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)  #! decoy
        self.optimizer.step()
        return norm.item()


def main():
    torch.manual_seed(0)
    agent = Agent()
    print([agent.learn() for _ in range(10)])


main()
# file: quiet.py
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
        self.optimizer = torch.optim.RMSprop(self.policy.parameters(), lr=1e-3)

    def episode(self):
        at, rewards, chosen = 0, [], []
        for _ in range(5):
            logs = torch.log_softmax(self.policy(torch.tensor([float(at), 1.0])), 0)
            right = torch.multinomial(logs.exp(), 1).item()
            at += 1 if right else -1
            rewards.append(1.0 if right else -0.5)
            chosen.append(logs[right])
        return torch.tensor(rewards), torch.stack(chosen)

    def learn(self):
        rewards, chosen = self.episode()
        loss = -(chosen * rewards.sum()).sum()
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
        self.optimizer.step()
        return norm.item()


def main():
    torch.manual_seed(0)
    agent = Agent()
    print([agent.learn() for _ in range(10)])


main()
