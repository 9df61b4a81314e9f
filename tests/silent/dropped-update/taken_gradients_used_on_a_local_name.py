# file: main.py
import torch

from regression import fit


def main():
    torch.manual_seed(0)
    x = torch.randn(60, 3)
    fit(x, x @ torch.tensor([1.0, -1.0, 2.0]) + 0.5)


if __name__ == "__main__":
    main()
# file: regression.py
import torch


def start(d):
    return [torch.zeros(d, requires_grad=True), torch.zeros(1, requires_grad=True)]


def apply(weights, grads, lr):
    for w, g in zip(weights, grads):
        w = w - lr * g  #~ dropped-update


def fit(x, y, steps=12, lr=0.1):
    weights = start(x.shape[1])
    for step in range(steps):
        w, b = weights
        loss = (x @ w + b - y).pow(2).mean()
        apply(weights, torch.autograd.grad(loss, weights), lr)
        if step % 4 == 0:
            print(step, round(loss.item(), 4))
