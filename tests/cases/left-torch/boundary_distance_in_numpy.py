# file: main.py
import torch

from seg.losses import LossMix
from seg.net import Segmenter


def main():
    torch.manual_seed(0)
    net, criterion = Segmenter(), LossMix({"boundary": 1.0})
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        masks = (torch.rand(2, 8, 8) > 0.5).float()
        total, logs = criterion(net(masks[:, None] + 0.1 * torch.randn(2, 1, 8, 8)), masks)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        print(step, logs)


if __name__ == "__main__":
    main()
# file: seg/__init__.py
# file: seg/losses.py
import numpy as np
import torch

LOSSES = {}


def register(name):
    def add(cls):
        LOSSES[name] = cls
        return cls

    return add


def distance_map(mask):
    """Manhattan distance of every pixel to the nearest pixel of the mask."""
    ys, xs = np.indices(mask.shape)
    on = np.argwhere(mask)
    if len(on) == 0:
        return np.zeros(mask.shape)
    return np.min(np.abs(ys[..., None] - on[:, 0]) + np.abs(xs[..., None] - on[:, 1]), axis=-1)


class BaseLoss:
    def per_image(self, probability, mask):
        raise NotImplementedError

    def __call__(self, probability, mask):
        return torch.stack([self.per_image(p, m) for p, m in zip(probability, mask)]).mean()


@register("boundary")
class BoundaryLoss(BaseLoss):
    def per_image(self, probability, mask):
        to_target = distance_map(mask.numpy() > 0.5)  #! decoy
        p = probability.detach().numpy()  #~ left-torch|detached-tensor
        return torch.as_tensor((p * to_target).mean() + ((1 - p) * mask.numpy()).mean())  #~ left-torch|rebuilt-tensor


class LossMix:
    def __init__(self, weights):
        self.terms = {name: (weight, LOSSES[name]()) for name, weight in weights.items()}

    def __call__(self, probability, mask):
        parts = {name: weight * term(probability, mask) for name, (weight, term) in self.terms.items()}
        return sum(parts.values()), {name: part.item() for name, part in parts.items()}  #! decoy
# file: seg/net.py
import torch.nn as nn


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1))

    def forward(self, x):
        return self.body(x).squeeze(1).sigmoid()
