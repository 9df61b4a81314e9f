import torch


def pinball(pred, y, q):
    error = y - pred  #~ broadcast-loss
    return torch.max(q * error, (q - 1) * error).mean()  #! decoy
