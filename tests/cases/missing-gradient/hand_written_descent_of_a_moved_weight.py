# file: main.py
import torch

from data import noisy_line


class Line:
    def __init__(self):
        self.w = torch.randn(1, requires_grad=True).double()  #~ missing-gradient|non-leaf-parameter|gradient-not-retained
        self.b = torch.zeros(1, dtype=torch.float64, requires_grad=True)

    def __call__(self, x):
        return self.w * x + self.b

    def descend(self, lr):
        with torch.no_grad():  #! decoy
            for p in (self.b, self.w):
                p -= lr * p.grad  #~ gradient-not-retained|non-leaf-parameter
                p.grad.zero_()


def main():
    torch.manual_seed(0)
    line = Line()
    x, y = noisy_line(50)
    for step in range(5):
        loss = (line(x) - y).pow(2).mean()
        loss.backward()
        line.descend(0.05)
        print(step, loss.item())


main()
# file: data.py
import torch


def noisy_line(n):
    x = torch.rand(n, dtype=torch.float64)
    return x, 3 * x - 1 + 0.1 * torch.randn(n, dtype=torch.float64)
