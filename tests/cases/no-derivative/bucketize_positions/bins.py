import torch
import torch.nn as nn


class Binner(nn.Module):
    def __init__(self, low, high, count):
        super().__init__()
        self.register_buffer("edges", torch.linspace(low, high, count))

    def forward(self, values):
        return torch.bucketize(values, self.edges)  #~ no-derivative
