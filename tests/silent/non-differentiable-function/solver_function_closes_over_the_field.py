# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from solver import integrate


def main(steps=8):
    torch.manual_seed(0)
    field = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
    head = nn.Linear(2, 1)
    opt = torch.optim.Adam([*field.parameters(), *head.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 2).requires_grad_()
        loss = F.mse_loss(head(integrate(field, x)), x.detach().pow(2).sum(1, keepdim=True))  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: solver.py
import torch


class Adjoint(torch.autograd.Function):
    @staticmethod
    def forward(ctx, y, field, steps):
        ctx.field, ctx.steps = field, steps
        with torch.no_grad():
            for _ in range(steps):
                y = y + field(y) / steps
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, a):
        (y,) = ctx.saved_tensors
        for _ in range(ctx.steps):
            with torch.enable_grad():
                y = y.detach().requires_grad_()
                f = ctx.field(y) / ctx.steps
            (g,) = torch.autograd.grad(f, y, a)
            a = a + g
            y = y.detach() - f.detach()
        return a, None, None


def integrate(field, y, steps=4):
    return Adjoint.apply(y, field, steps)  #~ non-differentiable-function
