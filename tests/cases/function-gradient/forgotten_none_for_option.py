# file: main.py
import torch
import torch.nn as nn

from ops import shrink


class Lista(nn.Module):
    """Unrolled sparse coding."""

    def __init__(self, signal=8, code=12, rounds=3):
        super().__init__()
        self.encode = nn.Linear(signal, code, bias=False)
        self.lateral = nn.Linear(code, code, bias=False)
        self.level = nn.Parameter(torch.tensor(0.1))
        self.rounds = rounds

    def forward(self, y):
        drive = self.encode(y)
        z = shrink(drive, self.level)
        for _ in range(self.rounds):
            z = shrink(drive + self.lateral(z), self.level)
        return z


def main():
    torch.manual_seed(0)
    dictionary = torch.randn(12, 8)
    dictionary /= dictionary.norm(dim=1, keepdim=True)  #! decoy
    model = Lista()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        code = torch.randn(16, 12) * (torch.rand(16, 12) < 0.2)
        loss = (model(code @ dictionary) - code).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: ops.py
import torch


class SoftThreshold(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, level, hard):
        ctx.save_for_backward(x, level)
        ctx.hard = hard
        keep = x.abs() > level
        if hard:
            return x * keep
        return torch.sign(x) * (x.abs() - level).clamp_(min=0)  #! decoy

    @staticmethod
    def backward(ctx, grad_output):
        x, level = ctx.saved_tensors
        keep = (x.abs() > level).to(grad_output.dtype)
        grad_x = grad_output * keep
        grad_level = None if ctx.hard else -(grad_output * keep * torch.sign(x)).sum().reshape(level.shape)
        return grad_x, grad_level  #~ function-gradient


def shrink(x, level, hard=False):
    return SoftThreshold.apply(x, level, hard)
