# file: quiet.py
import torch
from torch import nn


class Heads:
    """Several heads on one body, which are kept in a plain list."""

    def __init__(self, number, width):
        self.layers = [nn.Linear(width, 1) for _ in range(number)]

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def __call__(self, x):
        return torch.cat([layer(x) for layer in self.layers], dim=1)


def main():
    torch.manual_seed(0)
    body, heads = nn.Linear(4, 8), Heads(3, 8)
    parts = heads.parameters()
    for stage, number in enumerate((6, 2)):
        optimizer = torch.optim.SGD([*body.parameters(), *parts[:number]], lr=0.05)
        for batch in range(6):
            x = torch.randn(16, 4)
            loss = (heads(torch.tanh(body(x))) - x[:, :3]).pow(2).mean()
            optimizer.zero_grad()
            for parameter in parts:
                parameter.grad = None
            loss.backward()
            optimizer.step()
        print(stage, loss.item())


if __name__ == "__main__":
    main()
