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
