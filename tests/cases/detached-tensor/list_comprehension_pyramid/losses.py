import torch.nn.functional as F


def flatten_levels(levels):
    return [F.normalize(level.flatten(1), dim=1) for level in levels]


def multi_scale(predicted, wanted, weights=(1.0, 0.5, 0.25)):
    wanted = flatten_levels([w.detach() for w in wanted])  #! decoy
    predicted = flatten_levels(
        [
            p.detach()  #~ detached-tensor
            for p in predicted
        ]
    )
    return sum(w * F.mse_loss(p, t) for w, p, t in zip(weights, predicted, wanted))
