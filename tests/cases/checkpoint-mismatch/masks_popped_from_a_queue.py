# file: main.py
import torch
from torch.utils.checkpoint import checkpoint

from masked import Masks, MaskedLayer


def run(layers, masks, x):
    for layer in layers:
        x = checkpoint(layer, x, masks, use_reentrant=False)  #! decoy
    return x


def main():
    torch.manual_seed(0)
    layers = [MaskedLayer(6) for _ in range(2)]
    optimizer = torch.optim.SGD([p for layer in layers for p in layer.parameters()], lr=0.1)
    for step in range(2):
        masks = Masks(6, count=2)
        loss = run(layers, masks, torch.randn(3, 6)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: masked.py
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
