import torch


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)  #~ view-modified-in-place

    @staticmethod
    def backward(ctx, grad):
        return -ctx.strength * grad, None


def reverse(x, strength=1.0):
    return Reverse.apply(x, strength)  #~ view-modified-in-place
