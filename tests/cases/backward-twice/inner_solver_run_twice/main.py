import torch
import torch.nn as nn

from implicit import Equilibrium


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.inject = nn.Linear(4, 6)
        self.solve = Equilibrium(6)
        self.out = nn.Linear(6, 1)

    def forward(self, x):
        return self.out(self.solve(self.inject(x)))


def curvature(model, x):
    """Two gradients of one forward, for a Gauss-Newton step."""
    y = model(x)
    first = torch.autograd.grad(y.sum(), model.inject.weight, retain_graph=True)[0]  #! decoy
    second = torch.autograd.grad(y.pow(2).sum(), model.inject.weight)[0]  #! decoy
    return first, second


def main():
    torch.manual_seed(0)
    model = Model()
    first, second = curvature(model, torch.randn(8, 4))
    print(first.norm().item(), second.norm().item())


if __name__ == "__main__":
    main()
