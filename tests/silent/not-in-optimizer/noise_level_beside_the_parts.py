# file: main.py
import torch
import torch.nn as nn


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
        self.trunk = nn.LayerNorm(3)
        self.log_std = nn.Parameter(torch.zeros(2))

    def forward(self, x):
        return torch.distributions.Normal(self.mean(self.trunk(x)), self.log_std.exp())


def main():
    torch.manual_seed(0)
    policy = Gaussian()
    opt = torch.optim.Adam([*policy.trunk.parameters(), *policy.mean.parameters()], lr=1e-2)  #~ not-in-optimizer
    for step in range(6):
        x = torch.randn(32, 3)
        y = x[:, :2] + 0.1 * torch.randn(32, 2)
        loss = -policy(x).log_prob(y).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), policy.log_std.tolist())  #! decoy


main()
# file: quiet.py
"""The program moves what the optimizer does not hold: a multiplier that climbs, by hand."""

import torch
import torch.nn as nn


class Constrained(nn.Module):
    def __init__(self):
        super().__init__()
        self.net, self.norm = nn.Linear(3, 2), nn.LayerNorm(2)
        self.multiplier = nn.Parameter(torch.zeros(()))

    def forward(self, x):
        out = self.norm(self.net(x))
        return out, self.multiplier * (out.pow(2).mean() - 0.5)


def main():
    torch.manual_seed(0)
    model = Constrained()
    opt = torch.optim.Adam([*model.net.parameters(), *model.norm.parameters()], lr=1e-2)
    for step in range(6):
        x = torch.randn(32, 3)
        out, penalty = model(x)
        loss = (out - x[:, :2]).pow(2).mean() + penalty
        model.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            model.multiplier += 0.1 * model.multiplier.grad
        print(step, loss.item(), model.multiplier.item())


main()
