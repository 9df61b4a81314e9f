import torch
import torch.nn as nn
import torch.nn.functional as F


class DenseBlock(nn.Module):
    def __init__(self, channels, growth):
        super().__init__()
        self.a = nn.Conv2d(channels, growth, 3, padding=1)
        self.b = nn.Conv2d(channels + growth, growth, 3, padding=1)
        self.out = channels + 2 * growth

    def forward(self, x):
        one = self.a(F.leaky_relu_(x, 0.2))  #~ overwritten-skip
        y = torch.cat([x, one], dim=1)
        two = self.b(F.leaky_relu(y, 0.2))  #! decoy
        return torch.cat([y, two], dim=1)
