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
