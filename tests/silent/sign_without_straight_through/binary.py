import torch
import torch.nn as nn


class SignThrough(torch.autograd.Function):
    """The sign on the way forth; on the way back, the slope of a clipped line."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sign(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1).to(grad.dtype)


class Binary(nn.Module):
    def forward(self, x):
        return SignThrough.apply(x)
