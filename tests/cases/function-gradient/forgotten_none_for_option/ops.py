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
