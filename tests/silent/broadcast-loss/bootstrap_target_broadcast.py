# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from targets import Targets


def main(steps=8):
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    targets = Targets(copy.deepcopy(critic))  #! decoy
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(steps):
        batch = {"obs": torch.randn(16, 5), "next": torch.randn(16, 5), "reward": torch.randn(16)}
        wanted = targets(batch)
        loss = F.huber_loss(critic(batch["obs"]), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        targets.follow(critic)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

from targets import Targets


def main(steps=8):
    """Columns throughout; and a table of every pair that is meant."""
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    targets = Targets(copy.deepcopy(critic))
    opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for step in range(steps):
        batch = {"obs": torch.randn(16, 5), "next": torch.randn(16, 5), "reward": torch.randn(16, 1)}
        value = critic(batch["obs"])
        with torch.no_grad():
            wanted = targets(batch)
            better = (wanted.view(-1, 1) - wanted.squeeze(1)).sign()
        ranking = F.softplus(-better * (value.view(-1, 1) - value.view(1, -1))).mean()
        loss = F.huber_loss(value, wanted) + 0.1 * ranking
        opt.zero_grad()
        loss.backward()
        opt.step()
        targets.follow(critic)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: targets.py
import torch


class Targets:
    def __init__(self, critic, gamma=0.9, rate=0.05):
        self.critic, self.gamma, self.rate = critic, gamma, rate

    @torch.no_grad()
    def __call__(self, batch):
        following = self.gamma * self.critic(batch["next"])
        return batch["reward"] + following  #~ broadcast-loss

    @torch.no_grad()  #! decoy
    def follow(self, critic):
        for mine, theirs in zip(self.critic.parameters(), critic.parameters()):
            mine.lerp_(theirs, self.rate)
