import math

import torch
import torch.nn as nn


class Series(nn.Module):
    def __init__(self, terms):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(terms, 1) * 0.1)
        orders = torch.arange(1, terms + 1, dtype=torch.float64)  #~ mixed-dtypes
        self.register_buffer("frequencies", orders * math.pi)

    def forward(self, x):
        waves = torch.sin(x[:, None] * self.frequencies)
        return waves @ self.weights  #! decoy


def main():
    torch.manual_seed(0)
    model = Series(5)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.linspace(0, 1, 20)
    for _ in range(3):
        loss = (model(x).squeeze(1) - x ** 2).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
