# file: main.py
import torch
from torch import nn

from lookahead import Extragradient


def batches(n):
    for _ in range(n):
        x = torch.randn(24, 3)
        yield x, torch.stack([x.sum(1), x.prod(1)], dim=1)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 2))
    optimizer = Extragradient(net.parameters(), lr=0.05)
    for step, (x, y) in enumerate(batches(6)):
        prediction = net(x)  #~ backward-twice
        evaluate = lambda: (prediction - y).pow(2).mean()  #~ backward-twice
        loss = optimizer.step(evaluate)
        print(step, loss)


if __name__ == "__main__":
    main()
# file: lookahead.py
import torch


class Extragradient:
    """Takes the gradient at a point one step ahead."""

    def __init__(self, parameters, lr):
        self.parameters, self.lr = list(parameters), lr

    def _gradients(self, evaluate):
        loss = evaluate()
        for p in self.parameters:
            p.grad = None
        loss.backward()  #! decoy
        return loss.item(), [p.grad.clone() for p in self.parameters]

    def step(self, evaluate):
        start = [p.detach().clone() for p in self.parameters]
        loss, ahead = self._gradients(evaluate)
        with torch.no_grad():
            for p, g in zip(self.parameters, ahead):
                p.sub_(self.lr * g)
        _, gradients = self._gradients(evaluate)  #! decoy
        with torch.no_grad():
            for p, s, g in zip(self.parameters, start, gradients):
                p.copy_(s - self.lr * g)
        return loss
