import torch


class WindowMean(torch.autograd.Function):
    """Mean over windows of a fixed width along the last axis."""

    @staticmethod
    def forward(ctx, x, width):
        ctx.save_for_backward(x, x.shape)  #~ function-gradient
        ctx.width = width
        return x.unfold(-1, width, width).mean(-1)

    @staticmethod
    def backward(ctx, grad_output):
        x, shape = ctx.saved_tensors
        grad = grad_output.repeat_interleave(ctx.width, dim=-1) / ctx.width
        out = torch.zeros(shape)
        out[..., : grad.size(-1)] = grad  #! decoy
        return out, None
