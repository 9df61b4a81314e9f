import torch


class SoftThreshold(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, t):
        ctx.save_for_backward(x, t)
        return x.sign() * (x.abs() - t).clamp(min=0)

    @staticmethod
    def backward(ctx, g):  #~ gradcheck-failed|wrong-backward
        x, t = ctx.saved_tensors
        on = (x.abs() > t).to(g.dtype)
        return g * on, (g * on).sum()  #~ gradcheck-failed|wrong-backward


soft_threshold = SoftThreshold.apply
