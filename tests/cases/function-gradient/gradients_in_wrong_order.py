# file: main.py
import torch
import torch.nn as nn

from splat import Splat


class Cloud(nn.Module):
    def __init__(self, points=30):
        super().__init__()
        self.position = nn.Parameter(torch.rand(points, 2))
        self.colour = nn.Parameter(torch.rand(points, 3))

    def forward(self, grid):
        return Splat.apply(self.position, self.colour, grid, 0.1)


def pixel_grid(size):
    line = (torch.arange(size) + 0.5) / size
    return torch.cartesian_prod(line, line)


def main():
    torch.manual_seed(0)
    cloud = Cloud()
    grid = pixel_grid(8)
    picture = torch.stack([grid[:, 0], grid[:, 1], 1 - grid[:, 0]], dim=1)
    optimizer = torch.optim.Adam(cloud.parameters(), lr=1e-2)
    for step in range(3):
        loss = (cloud(grid) - picture).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: splat.py
import torch


class Splat(torch.autograd.Function):
    """Sum of coloured Gaussian blobs at each pixel, with a backward written by hand."""

    @staticmethod
    def forward(ctx, position, colour, grid, width):
        offset = grid[:, None] - position[None]
        weight = torch.exp(-offset.pow(2).sum(-1) / (2 * width**2))
        ctx.save_for_backward(offset, weight, colour)  #! decoy
        ctx.width = width
        return weight @ colour

    @staticmethod
    def backward(ctx, grad):
        offset, weight, colour = ctx.saved_tensors
        d_colour = weight.t() @ grad
        d_weight = grad @ colour.t()
        d_position = (d_weight * weight)[..., None] * offset / ctx.width**2
        return d_colour, d_position.sum(0), None, None  #~ function-gradient
