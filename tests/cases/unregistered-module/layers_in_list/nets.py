import torch.nn as nn
import torch.nn.functional as F


class MLP(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.sizes = list(sizes)  #! decoy
        self.layers = [nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])]  #~ unregistered-module
        self.dropout = nn.Dropout(0.1)

    def forward(self, x):
        *hidden, last = self.layers
        for layer in hidden:
            x = self.dropout(F.relu(layer(x)))
        return last(x)
