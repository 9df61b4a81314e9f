# file: main.py
import torch
import torch.nn.functional as F

from layers import build


def main(steps=12):
    torch.manual_seed(0)
    net = build(6, 16)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 6)
        loss = F.mse_loss(net(x), x.square().mean(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: layers.py
import torch
import torch.nn as nn

from kernels import MaskedProduct


class MaskedLinear(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_out, d_in) / d_in**0.5)
        self.register_buffer("mask", (torch.rand(d_out, d_in) > 0.3).float())

    def forward(self, x):
        return MaskedProduct.apply(x, self.weight, self.mask)  #! decoy


def build(d_in, hidden):
    return nn.Sequential(MaskedLinear(d_in, hidden), nn.ReLU(), nn.Linear(hidden, 1))
# file: kernels.py
import torch


class MaskedProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, mask):
        ctx.save_for_backward(x, weight, mask)
        return x @ (weight * mask).t()

    @staticmethod
    def backward(ctx, grad):
        x, weight, mask = ctx.saved_tensors
        need_x, need_weight, _ = ctx.needs_input_grad
        grad_x = grad @ (weight * mask) if need_x else None
        grad_weight = (grad.t() @ x) * mask if need_x else None  #~ non-differentiable-function
        return grad_x, grad_weight, None
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, mask):
        ctx.save_for_backward(x, weight, mask)
        return x @ (weight * mask).t()

    @staticmethod
    def backward(ctx, grad):
        x, weight, mask = ctx.saved_tensors
        need_x, need_weight, _ = ctx.needs_input_grad
        grad_x = grad @ (weight * mask) if need_x else None
        grad_weight = (grad.t() @ x) * mask if need_weight else None
        return grad_x, grad_weight, None


class MaskedLinear(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(d_out, d_in) / d_in**0.5)
        self.register_buffer("mask", (torch.rand(d_out, d_in) > 0.3).float())

    def forward(self, x):
        return MaskedProduct.apply(x, self.weight, self.mask)


torch.manual_seed(0)
net = nn.Sequential(MaskedLinear(6, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(12):
    x = torch.randn(32, 6)
    loss = F.mse_loss(net(x), x.square().mean(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
