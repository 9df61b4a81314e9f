# file: main.py
import torch
import torch.nn as nn

from pooling import WindowMean


class SpectrumNet(nn.Module):
    def __init__(self, bins=20, width=4):
        super().__init__()
        self.width = width
        self.lift = nn.Linear(bins, bins)
        self.head = nn.Linear(bins // width, 2)

    def forward(self, spectrum):
        h = torch.relu_(self.lift(spectrum))  #! decoy
        return self.head(WindowMean.apply(h, self.width))


def main():
    torch.manual_seed(0)
    model = SpectrumNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(2):
        x, y = torch.rand(8, 20), torch.randint(0, 2, (8,))
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: pooling.py
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
