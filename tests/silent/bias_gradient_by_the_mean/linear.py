import torch
import torch.nn as nn


class Affine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b):
        ctx.save_for_backward(x, w)
        return x @ w.T + b

    @staticmethod
    def backward(ctx, grad):  #~ wrong-backward|function-gradient
        x, w = ctx.saved_tensors
        gx, gw = grad @ w, grad.T @ x
        gb = grad.mean(0)  #~ wrong-backward|function-gradient
        return gx, gw, gb  #~ wrong-backward|function-gradient


class FastLinear(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.w = nn.Parameter(torch.randn(o, i) / i**0.5)
        self.b = nn.Parameter(torch.zeros(o))

    def forward(self, x):
        return Affine.apply(x, self.w, self.b)  #~ wrong-backward|function-gradient
