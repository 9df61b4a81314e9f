import torch


class FusedLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, layer):
        ctx.save_for_backward(x)
        ctx.layer = layer
        return x @ layer.weight.t() + layer.bias  #~ non-differentiable-function

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        ctx.layer.weight.grad = grad.t() @ x
        ctx.layer.bias.grad = grad.sum(dim=0)
        return grad @ ctx.layer.weight, None
