import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, gate):
        ctx.save_for_backward(value, gate)
        return value * gate

    @staticmethod
    def backward(ctx, grad):  #~ wrong-backward|function-gradient
        value, gate = ctx.saved_tensors  #~ wrong-backward|function-gradient
        return grad * value, grad * gate  #~ wrong-backward|function-gradient
