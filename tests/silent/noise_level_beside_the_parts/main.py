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
