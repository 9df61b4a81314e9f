# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def zero(layer):
    for p in layer.parameters():
        nn.init.zeros_(p)
    return layer


class Controlled(nn.Module):
    """A frozen block, its trainable copy, and convolutions that start at zero around the copy."""

    def __init__(self, base):
        super().__init__()
        self.copy = copy.deepcopy(base)
        self.base = base.requires_grad_(False)
        self.zero_in, self.zero_out = zero(nn.Conv2d(1, 4, 1)), zero(nn.Conv2d(4, 4, 1))
        self.head = nn.Conv2d(4, 1, 1).requires_grad_(False)
        self.stem = nn.Conv2d(1, 4, 1).requires_grad_(False)

    def forward(self, x, hint):
        x = self.stem(x)
        control = self.zero_out(self.copy(x + self.zero_in(hint)))
        return self.head(self.base(x) + control)


def main():
    torch.manual_seed(0)
    net = Controlled(nn.Sequential(nn.Conv2d(4, 4, 3, padding=1), nn.SiLU()))
    opt = torch.optim.AdamW((p for p in net.parameters() if p.requires_grad), lr=1e-2)
    for _ in range(5):
        hint = torch.rand(4, 1, 6, 6)
        x = torch.randn(4, 1, 6, 6)
        loss = F.mse_loss(net(x, hint), hint)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
