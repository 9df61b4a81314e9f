import torch
import torch.nn as nn


class Masks:
    """One mask for each layer, in order; when they are used up, everything passes."""

    def __init__(self, dim, count):
        self.waiting = [torch.rand(dim) > 0.3 for _ in range(count)]

    def next(self):
        return self.waiting.pop(0) if self.waiting else None  #~ checkpoint-mismatch


class MaskedLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x, masks):
        h = torch.tanh(self.linear(x))
        mask = masks.next()
        if mask is not None:  #~ checkpoint-mismatch
            h = h * mask.float()
        return h.exp()
