# file: main.py
import torch
import torch.nn.functional as F

from model import Pretrained


def main():
    torch.manual_seed(0)
    net = Pretrained(warmup=3)
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(6):
        net.epoch = epoch
        for _ in range(3):
            x = torch.randn(16, 8)
            y = (x[:, 0] * x[:, 1] > 0).long()
            loss = F.cross_entropy(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())  #! decoy


main()
# file: model.py
import torch.nn as nn
import torch.nn.functional as F


class Pretrained(nn.Module):
    """The new head alone learns for some epochs, then all of it."""

    def __init__(self, warmup):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.head = nn.Linear(16, 2)
        self.warmup, self.epoch = warmup, 0

    def forward(self, x):
        h = self.encoder(x)
        if self.epoch >= self.warmup:  #~ detached-tensor
            h = h.detach()  #~ detached-tensor
        return self.head(h)
