import torch
import torch.nn as nn


class EqualisedBranch(nn.Module):
    """Scales a branch by the size of the gradient that it last got."""

    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.register_buffer("gain", torch.ones(dim))

    def follow(self, grad):
        with torch.no_grad():
            self.gain.mul_(0.9).add_(0.1 / (grad.abs().mean(0) + 1e-3).clamp(max=10))  #~ modified-in-place

    def forward(self, x):
        h = torch.tanh(self.fc(x)) * self.gain
        if h.requires_grad:
            h.register_hook(self.follow)  #~ modified-in-place
        return h
