# file: main.py
import torch

from hourglass import Hourglass, stage_losses


def main():
    torch.manual_seed(0)
    net = Hourglass()
    opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)
    for step in range(5):
        x, heat = torch.randn(8, 10), torch.rand(8, 5)
        loss = stage_losses(net(x), heat)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: hourglass.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Hourglass(nn.Module):
    def __init__(self, stages=3, dim=12):
        super().__init__()
        self.inp = nn.Linear(10, dim)
        self.stages = nn.ModuleList([nn.Linear(dim, dim) for _ in range(stages)])
        self.heads = nn.ModuleList([nn.Linear(dim, 5) for _ in range(stages)])

    def forward(self, x):
        h, outs = torch.relu(self.inp(x)), []
        for stage, head in zip(self.stages, self.heads):
            h = h + torch.relu(stage(h))
            outs.append(head(h))
        return outs


def stage_losses(outs, heat):
    losses = []
    for out in outs:
        losses.append(F.mse_loss(out.sigmoid(), heat))
    return losses[-1]  #~ loss-left-out
