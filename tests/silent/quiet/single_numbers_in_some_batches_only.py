# file: quiet.py
"""Weights that sum to 1 over as many neighbours as there are; a single number that has another way to the loss."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Pool(nn.Module):
    def __init__(self):
        super().__init__()
        self.score, self.value, self.norm = nn.Linear(4, 1), nn.Linear(4, 2), nn.GroupNorm(2, 2)
        self.gate = nn.Linear(4, 1)

    def forward(self, neighbours):
        w = self.score(neighbours).exp()
        w = w / w.sum(1, keepdim=True)
        pooled = (w * self.value(neighbours)).sum(1)
        gate = self.gate(neighbours.mean(1))
        return pooled + self.norm(pooled) + gate * F.normalize(gate, dim=-1)


def main():
    torch.manual_seed(0)
    net = Pool()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(12):
        x = torch.randn(16, 1 if step in (0, 1, 2, 3, 5, 6) else 3, 4)
        loss = F.mse_loss(net(x), x.amax(1)[:, :2])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
