import torch
import torch.nn.functional as F


def photometric(pred, seen, weight):
    per_pixel = F.smooth_l1_loss(pred, seen, reduction="none")  #! decoy
    return (per_pixel * weight).mean((1, 2, 3))


def total_loss(preds, views, weights):
    losses = [photometric(p, v, w).mean() for p, v, w in zip(preds, views, weights)]
    smooth = torch.stack([p.diff(dim=-1).abs().mean() for p in preds])  #~ non-scalar-loss
    return torch.stack(losses).mean() + 0.1 * smooth  #~ non-scalar-loss
