import torch

SAVED = {}


class SoftClip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        SAVED["x"] = x.detach()  #~ wrong-backward
        return x / torch.sqrt(1 + x * x)

    @staticmethod
    def backward(ctx, gradient):
        x = SAVED["x"]  #~ wrong-backward
        return gradient / (1 + x * x) ** 1.5  #~ wrong-backward


def soft_clip(x):
    return SoftClip.apply(x)
