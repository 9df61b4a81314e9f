import torch
import torch.nn as nn


class Normaliser(nn.Module):
    """Keeps running statistics by hand, outside of autograd."""

    def __init__(self, width, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(width))

    def forward(self, h):
        if self.training:
            self.mean.data.lerp_(h.data.mean(0), self.momentum)  #! decoy
        return h - self.mean
