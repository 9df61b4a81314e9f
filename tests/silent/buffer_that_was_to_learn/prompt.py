import torch
import torch.nn as nn


class Prompted(nn.Module):
    def __init__(self, classes, dim=8, length=2):
        super().__init__()
        self.register_buffer("context", torch.randn(length, dim, requires_grad=True))  #~ not-in-optimizer|unregistered-module|idle-parameter|gradient-piled-up
        self.register_buffer("names", torch.randn(classes, dim))  #! decoy
        self.text = nn.Linear(dim, dim)

    def forward(self, x):
        classes = self.text(self.context.mean(0) + self.names)
        return x @ classes.T
