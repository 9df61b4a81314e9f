import torch


class SmoothHinge(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, signs, margin=1.0):
        gap = margin - signs * scores
        ctx.save_for_backward(gap, signs)
        return torch.where(gap > 1, gap - 0.5, 0.5 * gap.clamp(min=0) ** 2)

    @staticmethod
    def backward(ctx, grad):
        gap, signs = ctx.saved_tensors
        slope = gap.clamp(0, 1)
        return -grad * slope * signs, None  #~ function-gradient


def hinge(scores, signs, margin=None):
    args = (scores, signs) if margin is None else (scores, signs, margin)
    return SmoothHinge.apply(*args).mean()
