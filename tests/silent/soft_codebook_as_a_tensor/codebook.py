import torch
import torch.nn as nn


class SoftCodebook(nn.Module):
    def __init__(self, size, dim, temperature=0.5):
        super().__init__()
        self.codes = torch.rand(size, dim) * 2 - 1  #~ leaf-without-grad|unregistered-module|not-in-optimizer
        self.temperature = temperature

    def forward(self, z):
        weights = torch.softmax(-torch.cdist(z, self.codes) / self.temperature, dim=1)
        return weights @ self.codes
