# file: main.py
import torch
import torch.nn as nn

from hinge import hinge


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(4):
        x = torch.randn(32, 5)
        signs = torch.where(x[:, 0] > 0, 1.0, -1.0)  #! decoy
        margin = None if step < 2 else 1.5
        loss = hinge(net(x).squeeze(1), signs, margin)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: hinge.py
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
