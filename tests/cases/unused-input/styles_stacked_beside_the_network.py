"""The styles that a synthesis returns are a stack of what it uses, and not what it uses."""

import torch
import torch.nn as nn


class Synthesis(nn.Module):
    def __init__(self, dim=6, levels=3):
        super().__init__()
        self.style = nn.Linear(4, dim)
        self.blocks = nn.ModuleList(nn.Linear(dim, dim) for _ in range(levels))

    def forward(self, z):
        style = self.style(z).tanh()
        styles = style[:, None].repeat(1, len(self.blocks), 1)  #! decoy
        h = torch.ones_like(style)
        for block in self.blocks:
            h = block(h * style).relu()  #~ unused-input
        return h, styles


def smoothness(image, styles):
    (slope,) = torch.autograd.grad(image.sum(), styles, create_graph=True)  #! decoy
    return slope.pow(2).sum(-1).mean()


torch.manual_seed(0)
net = Synthesis()
image, styles = net(torch.randn(5, 4))
smoothness(image, styles).backward()
