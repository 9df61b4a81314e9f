# file: quiet.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Gaussian(nn.Module):
    def __init__(self, d=4):
        super().__init__()
        self.net = nn.Linear(d, 1)
        self.register_buffer("log_prior", torch.tensor(-0.7))

    def nll(self, x, y, weight):
        mean = self.net(x).squeeze(1)
        const = 0.5 * math.log(2 * math.pi) + weight.log().mean()
        return (0.5 * weight * (y - mean) ** 2).mean() + const - self.log_prior


def spread(y):
    """The same for every model: told along with the loss, so that the sum reads as a bound."""
    return ((y - y.mean()) ** 2).mean()


def main():
    torch.manual_seed(0)
    model = Gaussian()
    optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=4)
    x = torch.randn(30, 4)
    y = x @ torch.tensor([1.0, -1.0, 0.5, 0.0])
    weight = torch.rand(30) + 0.5

    def closure():
        optimizer.zero_grad()
        loss = model.nll(x, y, weight) + 0.1 * spread(y)
        loss.backward()
        return loss

    for _ in range(3):
        print(optimizer.step(closure).item())


main()
