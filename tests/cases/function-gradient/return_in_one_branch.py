import torch
from torch import nn


class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low):
        ctx.save_for_backward(x)
        ctx.low = low
        return x.clamp(min=low)

    @staticmethod
    def backward(ctx, grad):  #~ function-gradient
        (x,) = ctx.saved_tensors
        if ctx.low > 0:
            return grad * (x > ctx.low), None


def clamp(x, low):
    return Clamp.apply(x, low)


torch.manual_seed(0)
weight = nn.Parameter(torch.randn(4))
loss = clamp(weight, -1.0).pow(2).sum()
loss.backward()
