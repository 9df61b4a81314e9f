import torch


class Squash(torch.autograd.Function):
    kept = None

    @staticmethod
    def forward(ctx, x):
        y = x / (1 + x.abs())
        Squash.kept = x  #~ wrong-backward|function-gradient|function-definition
        return y

    @staticmethod
    def backward(ctx, grad):  #~ wrong-backward|function-gradient|function-definition
        return grad / (1 + Squash.kept.abs()) ** 2  #~ wrong-backward|function-gradient|function-definition
