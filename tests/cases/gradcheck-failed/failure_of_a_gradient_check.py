# file: main.py
import torch

from custom import soft_threshold


def main():
    torch.manual_seed(0)
    x = torch.randn(6, dtype=torch.double, requires_grad=True)
    t = torch.tensor(0.3, dtype=torch.double, requires_grad=True)
    print(torch.autograd.gradcheck(soft_threshold, (x, t)))


main()
# file: custom.py
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
