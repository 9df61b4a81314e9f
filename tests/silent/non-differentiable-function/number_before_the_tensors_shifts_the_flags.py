# file: main.py
import torch
import torch.nn as nn

from scaling import SoftThreshold


class Shrinkage(nn.Module):
    def __init__(self, d, sharpness=4.0):
        super().__init__()
        self.sharpness = sharpness
        self.encode = nn.Linear(d, d)
        self.threshold = nn.Parameter(torch.full((d,), 0.3))
        self.decode = nn.Linear(d, d)

    def forward(self, x):
        code = SoftThreshold.apply(self.sharpness, self.encode(x), self.threshold)  #! decoy
        return self.decode(code)


def main(steps=12, d=5):
    torch.manual_seed(0)
    model = Shrinkage(d)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, d)
        loss = (model(x) - x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: scaling.py
import torch
import torch.nn.functional as F


def gate(sharpness, x, threshold):
    return torch.sigmoid(sharpness * (x.abs() - threshold))


class SoftThreshold(torch.autograd.Function):
    """x times a gate that opens where x is larger than its threshold."""

    @staticmethod
    def forward(ctx, sharpness, x, threshold):
        ctx.sharpness = sharpness
        ctx.save_for_backward(x, threshold)
        return x * gate(sharpness, x, threshold)

    @staticmethod
    def backward(ctx, grad):
        x, threshold = ctx.saved_tensors
        opened = gate(ctx.sharpness, x, threshold)
        grad_x = grad_threshold = None
        slope = ctx.sharpness * opened * (1 - opened)
        if ctx.needs_input_grad[1]:
            grad_x = grad * (opened + x * slope * x.sign())
        if ctx.needs_input_grad[0]:  #~ non-differentiable-function
            grad_threshold = -(grad * x * slope).sum(0)
        return None, grad_x, grad_threshold
# file: quiet.py
import torch
import torch.nn as nn


def gate(sharpness, x, threshold):
    return torch.sigmoid(sharpness * (x.abs() - threshold))


class SoftThreshold(torch.autograd.Function):
    @staticmethod
    def forward(ctx, sharpness, x, threshold):
        ctx.sharpness = sharpness
        ctx.save_for_backward(x, threshold)
        return x * gate(sharpness, x, threshold)

    @staticmethod
    def backward(ctx, grad):
        x, threshold = ctx.saved_tensors
        opened = gate(ctx.sharpness, x, threshold)
        grad_x = grad_threshold = None
        slope = ctx.sharpness * opened * (1 - opened)
        if ctx.needs_input_grad[1]:
            grad_x = grad * (opened + x * slope * x.sign())
        if ctx.needs_input_grad[2]:
            grad_threshold = -(grad * x * slope).sum(0)
        return None, grad_x, grad_threshold


torch.manual_seed(0)
encode, decode = nn.Linear(5, 5), nn.Linear(5, 5)
threshold = nn.Parameter(torch.full((5,), 0.3))
optimizer = torch.optim.Adam([*encode.parameters(), threshold, *decode.parameters()], lr=1e-2)
for step in range(12):
    x = torch.randn(32, 5)
    loss = (decode(SoftThreshold.apply(4.0, encode(x), threshold)) - x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
