# file: main.py
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
# file: implicit.py
import torch
import torch.nn as nn


class FixedPoint(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, u, cell):
        with torch.enable_grad():
            ctx.z = z.detach().requires_grad_()  #! decoy
            ctx.u = u.detach().requires_grad_()  #! decoy
            ctx.next = cell(ctx.z, ctx.u)
        return ctx.next.detach()

    @staticmethod
    def backward(ctx, grad):
        total = grad
        _, du = torch.autograd.grad(ctx.next, (ctx.z, ctx.u), total)  #~ backward-twice
        return None, du, None


class Equilibrium(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(dim, dim) / (4 * dim))

    def cell(self, z, u):
        return torch.tanh(z @ self.weight + u)

    def forward(self, u):
        z = torch.zeros_like(u)
        with torch.no_grad():
            for _ in range(20):
                z = self.cell(z, u)
        return FixedPoint.apply(z, u, self.cell)
