import torch
import torch.nn as nn


class WithLoss(nn.Module):
    """Computes the loss next to the model so that only a number travels back."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x, y):
        return nn.functional.cross_entropy(self.model(x), y).unsqueeze(0)  #! decoy


def replicate(wrapped, x, y, parts):
    outputs = []
    for xs, ys in zip(x.chunk(parts), y.chunk(parts)):
        outputs.append(wrapped(xs, ys))
    return torch.cat(outputs)  #~ non-scalar-loss
