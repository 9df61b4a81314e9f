import torch


def pearson(a, b):
    a = a - a.mean()  #! decoy
    b = b - b.mean()
    top = (a * b).sum()  #~ broadcast-loss
    return top / torch.sqrt((a**2).sum() * (b**2).sum() + 1e-8)
