import torch
import torch.nn as nn


class CentreLoss:
    """Draws features to a slowly moving centre of all batches."""

    def __init__(self, dim, momentum=0.9):
        self.momentum, self.centre = momentum, torch.zeros(dim)

    def __call__(self, features):
        mean = features.mean(0)
        self.centre = self.momentum * self.centre + (1 - self.momentum) * mean  #~ backward-twice
        return (features - self.centre).pow(2).sum(1).mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(6, 10), nn.ReLU()), nn.Linear(10, 3)

    def forward(self, x):
        h = self.body(x)
        return h, self.head(h)
