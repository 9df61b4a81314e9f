import torch


def weighted_bce(p, y, positive=2.0):
    pos = y * torch.log(p)  #~ nan-gradient
    neg = (1 - y) * torch.log(1 - p)  #~ nan-gradient
    return -(positive * pos + neg).mean()  #! decoy
