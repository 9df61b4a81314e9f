# file: quiet.py
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


def seed_all(seed=0):
    random.seed(seed)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True, warn_only=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = nn.Parameter(torch.empty(4, 8))
        nn.init.orthogonal_(self.memory)
        self.read = nn.MultiheadAttention(8, 2, batch_first=True)
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        m = self.memory.expand(x.size(0), -1, -1)
        out = torch.empty_like(x)
        out.copy_(x)
        return self.out(out + self.read(x, m, m, need_weights=False)[0]).squeeze(-1)


def main(steps=6):
    seed_all()
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    best = float("inf")
    for step in range(steps):
        x = torch.randn(8, 5, 8)
        loss = F.l1_loss(net(x), x[..., 0])
        opt.zero_grad()
        loss.backward()
        if torch.isfinite(loss):
            opt.step()
        best = min(best, loss.item())
    print(best)


if __name__ == "__main__":
    main()
