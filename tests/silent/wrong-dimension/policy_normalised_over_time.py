# file: main.py
import torch

from agent import Policy


def main(episodes=8):
    torch.manual_seed(0)
    policy = Policy()
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for episode in range(episodes):
        states = torch.randn(20, 4)
        dist = policy(states)
        action = dist.sample()  #! decoy
        reward = (action == (states[:, 0] > 0).long()).float()
        advantage = reward - reward.mean()
        loss = -(dist.log_prob(action) * advantage).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(episode, f"{reward.mean().item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


def main(episodes=8):
    """One state at a time, an image of classes, and a share of the batch that is meant."""
    torch.manual_seed(0)
    body, share = nn.Linear(4, 3), nn.Linear(4, 1)
    segment = nn.Conv2d(1, 3, 1)
    opt = torch.optim.Adam([*body.parameters(), *share.parameters(), *segment.parameters()], lr=1e-2)
    for episode in range(episodes):
        states, image = torch.randn(20, 4), torch.rand(2, 1, 5, 5)
        dist = Categorical(F.softmax(body(states[0]), dim=0))
        picked = F.log_softmax(body(states), dim=1).gather(1, torch.randint(0, 3, (20, 1)))
        weight = torch.softmax(share(states), dim=0)
        pixels = F.nll_loss(F.log_softmax(segment(image), dim=1), torch.randint(0, 3, (2, 5, 5)))
        loss = -dist.log_prob(dist.sample()) - (weight * picked).sum() + pixels
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: agent.py
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self, dim=4, actions=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, actions))

    def forward(self, states):
        probs = F.softmax(self.body(states), dim=0)  #~ wrong-dimension
        return Categorical(probs)
