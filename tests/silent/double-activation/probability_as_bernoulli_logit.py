# file: main.py
import torch
from torch.distributions import Bernoulli

from masks import Selector


def main(steps=12):
    torch.manual_seed(0)
    net = Selector()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 5)
        dist = Bernoulli(logits=net(x))  #~ double-activation
        keep = dist.sample()
        reward = (keep * x).sum(1)
        loss = -(dist.log_prob(keep).sum(1) * (reward - reward.mean())).mean()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, f"{reward.mean().item():.4f}")


if __name__ == "__main__":
    main()
# file: masks.py
import torch.nn as nn


class Selector(nn.Module):
    def __init__(self, dim=5, hidden=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Linear(hidden, dim), nn.Sigmoid())  #~ double-activation

    def forward(self, x):
        return self.net(x)  #~ double-activation
