# file: main.py
import torch
from torch.distributions import Normal

from world import Dynamics


def main(steps=10):
    torch.manual_seed(0)
    model = Dynamics()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        s, a = torch.randn(16, 3), torch.randn(16, 1)
        reward = s.sum(1) - a.squeeze(1) ** 2  #! decoy
        mean, std = model(s, a)
        loss = -Normal(mean, std).log_prob(reward).mean()  #~ broadcast-loss
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: world.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Dynamics(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.SiLU())
        self.mean, self.std = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, s, a):
        h = self.body(torch.cat([s, a], -1))
        return self.mean(h), F.softplus(self.std(h)) + 1e-3  #~ broadcast-loss
