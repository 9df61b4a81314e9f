# file: main.py
import torch

from generator import Generator


def invert(generator, image, steps=3):
    noise = torch.zeros(1, 5, requires_grad=True)
    for _ in range(steps):
        loss = (generator(torch.ones(1, 4), noise=noise) - image).pow(2).mean()
        (slope,) = torch.autograd.grad(loss, noise)  #! decoy
        noise = (noise - 0.1 * slope).detach().requires_grad_()
    return noise


torch.manual_seed(0)
print(invert(Generator(), torch.randn(1, 5)))
# file: generator.py
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net, self.strength = nn.Linear(4, 5), nn.Parameter(torch.ones(1))

    def forward(self, style, noise=None):
        shape = (len(style), 5)
        noise = torch.randn(shape)  #~ unused-input
        return self.net(style) + self.strength * noise
