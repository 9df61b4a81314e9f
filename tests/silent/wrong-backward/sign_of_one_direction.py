# file: main.py
import torch
from torch import nn

from shift import Advect


class Stencil(nn.Module):
    def __init__(self, cells=8):
        super().__init__()
        self.speed = nn.Parameter(torch.full((cells,), 0.3))

    def forward(self, field):
        for direction in ("right", "left"):
            field = field + Advect.apply(field, self.speed, direction)
        return field


def train(steps=6):
    torch.manual_seed(0)
    model = Stencil()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        field = torch.randn(16, 8)
        loss = nn.functional.mse_loss(model(field), 0.5 * field)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    train()
# file: shift.py
import torch


class Advect(torch.autograd.Function):
    @staticmethod
    def forward(ctx, field, speed, direction):
        ctx.save_for_backward(field, speed)
        ctx.by = 1 if direction == "right" else -1
        return speed * torch.roll(field, ctx.by, -1)

    @staticmethod
    def backward(ctx, grad):
        field, speed = ctx.saved_tensors
        of_field = torch.roll(grad * speed, -1, -1)  #~ wrong-backward
        of_speed = (grad * torch.roll(field, ctx.by, -1)).sum(0)
        return of_field, of_speed, None
# file: quiet.py
import torch

import main
import shift
from main import train


class Advect(shift.Advect):
    @staticmethod
    def backward(ctx, grad):
        field, speed = ctx.saved_tensors
        of_field = torch.roll(grad * speed, -ctx.by, -1)
        of_speed = (grad * torch.roll(field, ctx.by, -1)).sum(0)
        return of_field, of_speed, None


main.Advect = Advect
train()
