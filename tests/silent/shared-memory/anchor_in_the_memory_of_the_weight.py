# file: main.py
import torch
import torch.nn.functional as F

from anchored import Anchored


def main(steps=10):
    torch.manual_seed(0)
    net = Anchored(torch.randn(6, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long()) + net.penalty()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4), net.penalty().item())


if __name__ == "__main__":
    main()
# file: anchored.py
import torch
import torch.nn as nn


class Anchored(nn.Module):
    def __init__(self, start, strength=0.5):
        super().__init__()
        self.register_buffer("start", start)  #~ shared-memory|self-comparison
        self.weight = nn.Parameter(start)  #~ shared-memory|self-comparison
        self.strength = strength

    def forward(self, x):
        return x @ self.weight

    def penalty(self):
        return self.strength * (self.weight - self.start).pow(2).sum()  #~ shared-memory|self-comparison
