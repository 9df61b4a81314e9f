# file: main.py
import torch

from agent import Actor


def environment(obs, action):
    with torch.no_grad():  #! decoy
        return -(action - obs[:, :2]).square().sum(1)


def main(steps=8):
    torch.manual_seed(0)
    actor = Actor()
    opt = torch.optim.Adam(actor.parameters(), lr=1e-2)
    for step in range(steps):
        obs = torch.randn(32, 4)
        action, log_prob = actor.act(obs)
        reward = environment(obs, action)
        loss = -(log_prob * (reward - reward.mean())).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{reward.mean().item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn

from agent import Actor


def main(steps=8):
    """A soft actor: the draw goes into a critic too."""
    torch.manual_seed(0)
    actor = Actor()
    critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1)).requires_grad_(False)
    opt = torch.optim.Adam(actor.parameters(), lr=1e-2)
    for step in range(steps):
        obs = torch.randn(32, 4)
        action, log_prob = actor.act(obs)
        loss = (0.2 * log_prob - critic(torch.cat([obs, action], 1)).squeeze(1)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: agent.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Independent, Normal


class Actor(nn.Module):
    def __init__(self, obs=4, acts=2, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, hidden), nn.ReLU())
        self.mean, self.spread = nn.Linear(hidden, acts), nn.Linear(hidden, acts)

    def forward(self, obs):
        h = self.body(obs)
        return Independent(Normal(self.mean(h), F.softplus(self.spread(h)) + 0.1), 1)

    def act(self, obs):
        policy = self(obs)
        action = policy.rsample()  #~ cancelled-gradient
        return action, policy.log_prob(action)
