# file: main.py
import torch
import torch.nn as nn

from poses import PairDistance, stress


def main():
    torch.manual_seed(0)
    net = PairDistance()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(3):
        x = torch.randn(6, 4)
        with torch.no_grad():  #! decoy
            truth = torch.cdist(x[:, :3], x[:, :3])
        loss = stress(net(x), truth)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0, error_if_nonfinite=True)  #! decoy
        opt.step()
        print(step, loss.item())


main()
# file: poses.py
import torch
import torch.nn as nn


class PairDistance(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)

    def forward(self, x):
        p = self.body(x)
        gap = p[:, None] - p[None]
        return gap.pow(2).sum(-1).sqrt()  #~ nan-gradient


def stress(d, truth):
    return ((d - truth) ** 2).mean()
