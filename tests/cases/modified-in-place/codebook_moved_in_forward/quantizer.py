import torch
import torch.nn as nn


class SoftQuantizer(nn.Module):
    def __init__(self, codes=16, dim=4, decay=0.95):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))
        self.register_buffer("usage", torch.ones(codes))

    def forward(self, x):
        weight = (-torch.cdist(x, self.codebook)).softmax(dim=1)
        quantized = weight @ self.codebook
        if self.training:
            self.move(x.detach(), weight.detach())
        return quantized

    @torch.no_grad()
    def move(self, x, weight):
        """Exponential moving average towards the vectors that chose each code."""
        self.usage.mul_(self.decay).add_(weight.sum(0), alpha=1 - self.decay)  #! decoy
        centre = weight.t() @ x / (weight.sum(0)[:, None] + 1e-6)
        self.codebook.mul_(self.decay).add_(centre, alpha=1 - self.decay)  #~ modified-in-place
