# file: main.py
import torch

from attention import Attention


def importance(layer, x, mask):
    mask = mask.float().requires_grad_()
    out = layer(x, mask)
    return torch.autograd.grad(out.sum(), mask)[0]  #! decoy


torch.manual_seed(0)
print(importance(Attention(), torch.randn(2, 5, 4), torch.ones(2, 5)))
# file: attention.py
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x, mask=None):
        scores = self.q(x) @ self.k(x).transpose(1, 2)
        return self.mixed(scores, x)  #~ unused-input

    def mixed(self, scores, x, mask=None):
        if mask is not None:
            scores = scores * mask[:, None]
        return scores.softmax(-1) @ self.v(x)
