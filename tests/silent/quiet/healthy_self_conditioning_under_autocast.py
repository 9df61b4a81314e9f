# file: quiet.py
#! torch >=2.13: older ones keep what autocast has cast under no_grad, without its gradient
import torch
import torch.nn as nn
import torch.nn.functional as F


class SelfConditioned(nn.Module):
    """Estimates once without gradients, and again with its own estimate as input."""

    def __init__(self, dim=8):
        super().__init__()
        self.inp, self.out = nn.Linear(2 * dim, 24), nn.Linear(24, dim)
        self.scale = nn.Parameter(torch.ones(dim))

    def estimate(self, x, guess):
        return self.out(F.silu(self.inp(torch.cat([x, guess], -1)))) * self.scale

    def forward(self, x):
        guess = torch.zeros_like(x)
        with torch.no_grad():
            guess = self.estimate(x, guess)
        return self.estimate(x, guess)


def main():
    torch.manual_seed(0)
    net = SelfConditioned()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        clean = torch.randn(16, 8)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(net(clean + 0.3 * torch.randn_like(clean)).float(), clean)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
