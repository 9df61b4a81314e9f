# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from reversible import Reversible


class TwoTask(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.stem = nn.Linear(5, 2 * dim)
        self.blocks = nn.Sequential(Reversible(dim), Reversible(dim))
        self.classes = nn.Linear(2 * dim, 3)
        self.value = nn.Linear(2 * dim, 1)

    def forward(self, x):
        pair = self.stem(x).chunk(2, dim=1)
        h = torch.cat(self.blocks(pair), dim=1)
        return self.classes(h), self.value(h).squeeze(1)


def task_gradients(model, losses):
    """One flat gradient for each task, to compare their directions."""
    flat = []
    for loss in losses:
        model.zero_grad(set_to_none=False)
        loss.backward(retain_graph=True)  #! decoy
        flat.append(torch.cat([torch.zeros(p.numel()) if p.grad is None else p.grad.flatten().clone() for p in model.parameters()]))
    return flat


def without_conflict(first, second):
    dot = first @ second
    if dot < 0:
        first, second = first - dot * second / second.dot(second), second - dot * first / first.dot(first)
    return first + second


def main():
    torch.manual_seed(0)
    model = TwoTask()
    for step in range(3):
        x, label, target = torch.randn(8, 5), torch.randint(0, 3, (8,)), torch.randn(8)
        logits, value = model(x)
        losses = [F.cross_entropy(logits, label), F.mse_loss(value, target)]
        update = without_conflict(*task_gradients(model, losses))
        with torch.no_grad():
            for p, g in zip(model.parameters(), update.split([p.numel() for p in model.parameters()])):
                p -= 0.05 * g.view_as(p)  #! decoy
        print(step, sum(losses).item())


if __name__ == "__main__":
    main()
# file: reversible.py
import torch
import torch.nn as nn


class Run(torch.autograd.Function):
    """Runs the residual function on its own small graph, kept for the backward pass."""

    @staticmethod
    def forward(ctx, x, block):
        with torch.enable_grad():
            ctx.x = x.detach().requires_grad_()  #! decoy
            ctx.y = block(ctx.x)
        return ctx.y.detach()

    @staticmethod
    def backward(ctx, grad):
        torch.autograd.backward(ctx.y, grad)  #~ backward-twice
        dx, ctx.x.grad = ctx.x.grad, None
        return dx, None


class Reversible(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, dim))
        self.g = nn.Sequential(nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, dim))

    def forward(self, pair):
        a, b = pair
        a = a + Run.apply(b, self.f)
        b = b + Run.apply(a, self.g)
        return a, b
