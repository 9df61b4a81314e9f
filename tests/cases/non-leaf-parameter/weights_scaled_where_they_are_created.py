# file: main.py
import torch

from layers import Readout, small_normal


def main():
    torch.manual_seed(0)
    hidden = small_normal(6, 12)  #! decoy
    readout = Readout(12, 1)
    optimizer = torch.optim.SGD([hidden, *readout.parameters()], lr=0.1)  #! decoy
    for step in range(5):
        x, y = torch.randn(16, 6), torch.randn(16, 1)
        loss = (readout(torch.tanh(x @ hidden)) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: layers.py
import torch


def small_normal(inputs, outputs):
    """Starts small, as the paper does."""
    weight = torch.randn(inputs, outputs, requires_grad=True)
    return weight * 0.01  #~ non-leaf-parameter


class Readout:
    def __init__(self, inputs, outputs):
        self.weight = small_normal(inputs, outputs)  #! decoy
        self.bias = torch.zeros(outputs, requires_grad=True)

    def parameters(self):
        return [self.weight, self.bias]

    def __call__(self, x):
        return x @ self.weight + self.bias
