# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from reversal import reverse


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True), nn.Linear(16, 8))  #! decoy
        self.label = nn.Sequential(nn.ReLU(), nn.Linear(8, 3))
        self.domain = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(8, 2))  #~ view-modified-in-place

    def forward(self, x, strength):
        z = self.features(x)
        return self.label(z), self.domain(reverse(z, strength))  #~ view-modified-in-place


def main():
    torch.manual_seed(0)
    model = Adapted()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(3):
        x, y, side = torch.randn(10, 6), torch.randint(0, 3, (10,)), torch.arange(10) % 2
        labels, domains = model(x, 0.1 * step)
        loss = F.cross_entropy(labels, y) + F.cross_entropy(domains, side)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: reversal.py
import torch


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)  #~ view-modified-in-place

    @staticmethod
    def backward(ctx, grad):
        return -ctx.strength * grad, None


def reverse(x, strength=1.0):
    return Reverse.apply(x, strength)  #~ view-modified-in-place
