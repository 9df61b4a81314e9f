# file: main.py
import torch
import torch.nn as nn

from blend import blend


class Matte(nn.Module):
    """Two colours for each pixel, mixed by a known cover."""

    def __init__(self, channels=4):
        super().__init__()
        self.front = nn.Conv2d(channels, 3, 1)
        self.back = nn.Conv2d(channels, 3, 1)

    def forward(self, image, cover):
        return blend(torch.sigmoid(self.front(image)), cover, torch.tanh(self.back(image)))


def main():
    torch.manual_seed(0)
    model = Matte()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        image = torch.rand(2, 4, 6, 6)
        cover = torch.rand(2, 3, 6, 6)
        error = (model(image, cover) - image[:, :3] * cover).abs().mean()
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
        print(step, round(error.item(), 4))  #! decoy


main()
# file: blend.py
import torch


class Over(torch.autograd.Function):
    @staticmethod
    def forward(ctx, front, cover, back):
        ctx.save_for_backward(front, cover, back)
        return cover * front**2 + (1 - cover) * back**3

    @staticmethod
    def backward(ctx, grad):
        front, cover, back = ctx.saved_tensors
        through = 2 * front * cover * grad  #! decoy
        behind = 3 * back**2 * (1 - cover) * grad  #! decoy
        return behind, None, through  #~ wrong-backward


def blend(front, cover, back):
    return Over.apply(front, cover, back)
# file: quiet.py
import torch
import torch.nn as nn


class Over(torch.autograd.Function):
    @staticmethod
    def forward(ctx, front, cover, back):
        ctx.save_for_backward(front, cover, back)
        return cover * front**2 + (1 - cover) * back**3

    @staticmethod
    def backward(ctx, grad):
        front, cover, back = ctx.saved_tensors
        through = 2 * front * cover * grad
        behind = 3 * back**2 * (1 - cover) * grad
        return through, None, behind


class Matte(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.front = nn.Conv2d(channels, 3, 1)
        self.back = nn.Conv2d(channels, 3, 1)

    def forward(self, image, cover):
        return Over.apply(torch.sigmoid(self.front(image)), cover, torch.tanh(self.back(image)))


def main():
    torch.manual_seed(0)
    model = Matte()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        image = torch.rand(2, 4, 6, 6)
        cover = torch.rand(2, 3, 6, 6)
        error = (model(image, cover) - image[:, :3] * cover).abs().mean()
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
        print(step, round(error.item(), 4))


main()
