# file: main.py
import torch

from process import Kernel, likelihood


def main():
    torch.manual_seed(0)
    x = torch.linspace(0, 3, 25)
    y = torch.sin(2 * x) + 0.1 * torch.randn(25)
    kernel = Kernel(length=0.5, scale=1.0, noise=0.2)
    optimizer = torch.optim.Adam(kernel.parameters(), lr=0.05)  #! decoy
    for step in range(20):
        loss = likelihood(kernel, x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: process.py
import torch
import torch.nn.functional as F


def inverse_softplus(value):
    return torch.log(torch.expm1(torch.tensor(value)))


class Kernel:
    """Hyperparameters that must stay positive, each behind a softplus."""

    def __init__(self, **start):
        self.raw = {name: inverse_softplus(value).requires_grad_() for name, value in start.items()}  #! decoy

    def get(self, name):
        return F.softplus(self.raw[name])  #! decoy

    def parameters(self):
        return [self.get(name) for name in self.raw]  #~ non-leaf-parameter

    def matrix(self, x):
        distance = (x[:, None] - x[None, :]) / self.get("length")
        return self.get("scale") * torch.exp(-distance.pow(2) / 2) + self.get("noise") * torch.eye(len(x))


def likelihood(kernel, x, y):
    covariance = kernel.matrix(x)
    return (y @ torch.linalg.solve(covariance, y) + torch.logdet(covariance)) / 2
