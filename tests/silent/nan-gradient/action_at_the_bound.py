# file: main.py
import torch
import torch.nn as nn

from squashed import SquashedNormal


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 16), nn.ReLU())
        self.mean, self.log_std = nn.Linear(16, 2), nn.Linear(16, 2)

    def forward(self, s):
        h = self.body(s)
        return SquashedNormal(self.mean(h), self.log_std(h).clamp(-4, 1).exp())


def main(steps=1):
    torch.manual_seed(0)
    actor = Actor()
    opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
    for step in range(steps):
        s = torch.randn(32, 3) * 60  #! decoy
        a, logp = actor(s).sample()
        loss = (0.2 * logp + (a - 0.5).pow(2).sum(-1)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: squashed.py
import torch
from torch.distributions import Normal


class SquashedNormal:
    def __init__(self, mean, std):
        self.base = Normal(mean, std)

    def sample(self):
        u = self.base.rsample()
        a = torch.tanh(u)  #! decoy
        slope = torch.log(1 - a.pow(2))  #~ nan-gradient
        return a, (self.base.log_prob(u) - slope).sum(-1)
