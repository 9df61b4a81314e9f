import torch
import torch.nn as nn


class NoisyLinear(nn.Module):
    def __init__(self, inputs, outputs, sigma=0.1):
        super().__init__()
        self.mu = nn.Parameter(torch.randn(outputs, inputs) / inputs ** 0.5)
        self.sigma = nn.Parameter(torch.full((outputs, inputs), sigma))
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.register_buffer("noise", torch.zeros(outputs, inputs))
        self.resample()

    def resample(self):
        left, right = torch.randn(self.mu.size(0)), torch.randn(self.mu.size(1))
        torch.outer(left, right, out=self.noise)  #~ modified-in-place

    def forward(self, x):
        return nn.functional.linear(x, self.mu + self.sigma * self.noise, self.bias)  #~ modified-in-place
