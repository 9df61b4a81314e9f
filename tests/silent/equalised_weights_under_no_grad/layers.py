import torch
import torch.nn as nn
import torch.nn.functional as F


class StandardConv(nn.Module):
    """A convolution whose filters have zero mean and unit variance."""

    def __init__(self, a, b):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(b, a, 3, 3) * 0.2)
        self.bias = nn.Parameter(torch.zeros(b))

    @torch.no_grad()  #~ grad-disabled
    def standardised(self):
        mean = self.weight.mean(dim=(1, 2, 3), keepdim=True)
        std = self.weight.std(dim=(1, 2, 3), keepdim=True)
        return (self.weight - mean) / (std + 1e-5)

    def forward(self, x):
        return F.conv2d(x, self.standardised(), self.bias, padding=1)
