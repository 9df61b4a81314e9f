import torch


class ClippedSquare(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        x.clamp_(-0.5, 0.5)  #~ modified-in-place
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x.abs() <= 0.5).float()
        grad = grad.clone()
        grad.mul_(2 * x * inside)  #! decoy
        return grad


def clipped_square(x):
    return ClippedSquare.apply(x)
