import torch


def heading(v):
    return torch.atan2(v[:, 1], v[:, 0])  #~ nan-gradient|zero-gradient|zero-derivative|saturated-value


def heading_loss(pred, true):
    delta = heading(pred) - heading(true)
    return (1 - torch.cos(delta)).mean()  #! decoy
