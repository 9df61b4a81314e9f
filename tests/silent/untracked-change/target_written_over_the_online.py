# file: main.py
import copy

import torch
import torch.nn as nn

from sync import soft_update


class ByolHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
        self.pred = nn.Linear(8, 8)


def main(steps=10):
    torch.manual_seed(0)
    online = ByolHead()
    target = copy.deepcopy(online)
    for p in target.parameters():
        p.requires_grad_(False)  #! decoy
    opt = torch.optim.SGD(online.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 8)
        a, b = x + 0.1 * torch.randn(16, 8), x + 0.1 * torch.randn(16, 8)
        p = online.pred(online.enc(a))
        z = target.enc(b)
        loss = ((p - z) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        soft_update(target, online, tau=0.01)  #~ untracked-change|untracked-write|overwritten-update
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: sync.py
import torch


@torch.no_grad()
def soft_update(source, destination, tau):
    """Move the destination a little towards the source."""
    for s, d in zip(source.parameters(), destination.parameters()):
        d.copy_(s * (1 - tau) + d * tau)  #~ update-undone|untracked-change|untracked-write|overwritten-update
