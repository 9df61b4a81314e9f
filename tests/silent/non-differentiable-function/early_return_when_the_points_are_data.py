# file: main.py
import torch
import torch.nn as nn

from rbf import kernel_features


class KernelNet(nn.Module):
    def __init__(self, centres=10, d=3):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(centres, d))
        self.out = nn.Linear(centres, 1)

    def forward(self, points):
        return self.out(kernel_features(points, self.centres, width=0.8))  #! decoy


def fit(model, steps=12):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        points = torch.randn(64, 3)
        loss = (model(points).squeeze(1) - points.norm(dim=1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{step} {loss.item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    fit(KernelNet())
# file: rbf.py
import torch
from torch.autograd.function import once_differentiable


class Gaussian(torch.autograd.Function):
    @staticmethod
    def forward(ctx, points, centres, width):
        difference = points.unsqueeze(1) - centres.unsqueeze(0)
        value = torch.exp(-difference.square().sum(-1) / (2 * width**2))
        ctx.save_for_backward(difference, value)
        ctx.width = width
        return value

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        if not ctx.needs_input_grad[0]:  #~ non-differentiable-function
            return None, None, None
        difference, value = ctx.saved_tensors
        slope = (grad * value).unsqueeze(-1) * difference / ctx.width**2
        return -slope.sum(1), slope.sum(0), None


def kernel_features(points, centres, width):
    return Gaussian.apply(points, centres, width)
# file: quiet.py
import torch
import torch.nn as nn
from torch.autograd.function import once_differentiable


class Gaussian(torch.autograd.Function):
    @staticmethod
    def forward(ctx, points, centres, width):
        difference = points.unsqueeze(1) - centres.unsqueeze(0)
        value = torch.exp(-difference.square().sum(-1) / (2 * width**2))
        ctx.save_for_backward(difference, value)
        ctx.width = width
        return value

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        if not any(ctx.needs_input_grad[:2]):
            return None, None, None
        difference, value = ctx.saved_tensors
        slope = (grad * value).unsqueeze(-1) * difference / ctx.width**2
        return -slope.sum(1) if ctx.needs_input_grad[0] else None, slope.sum(0), None


class KernelNet(nn.Module):
    def __init__(self, centres=10, d=3):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(centres, d))
        self.out = nn.Linear(centres, 1)

    def forward(self, points):
        return self.out(Gaussian.apply(points, self.centres, 0.8))


torch.manual_seed(0)
model = KernelNet()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(12):
    points = torch.randn(64, 3)
    loss = (model(points).squeeze(1) - points.norm(dim=1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{step} {loss.item():.4f}")
