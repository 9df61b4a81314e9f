# file: main.py
import torch
from torch import nn

from groups import sorted_groups


class Matcher(nn.Module):
    """Both sides are described by one projection."""

    def __init__(self, size=6):
        super().__init__()
        self.left = nn.Sequential(nn.Linear(size, size), nn.LayerNorm(size))
        self.right = nn.Bilinear(size, size, 1)
        self.scale = nn.Conv1d(1, size, 1)
        self.left[1].weight = self.left[0].bias  #! decoy

    def forward(self, x, y):
        return self.right(self.left(x), self.left(y)) + self.scale(x[:, None]).mean((1, 2))[:, None]


def main():
    torch.manual_seed(0)
    model = Matcher()
    groups = sorted_groups(model, 1e-2)
    optimizer = torch.optim.AdamW(groups)  #! decoy
    for step in range(3):
        x, y = torch.randn(8, 6), torch.randn(8, 6)
        loss = (model(x, y) - (x * y).sum(-1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: groups.py
from torch import nn


def sorted_groups(model, rate):
    scales, others = [], []
    for layer in model.modules():
        own = list(layer.parameters(recurse=False))
        if isinstance(layer, nn.LayerNorm):
            scales.extend(own)  #~ optimizer-arguments
        else:
            others += own  #~ optimizer-arguments
    return [
        {"params": others, "lr": rate},
        {"params": scales, "lr": rate, "weight_decay": 0.0},
    ]
