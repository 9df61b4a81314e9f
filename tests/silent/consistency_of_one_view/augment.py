import torch


def jitter(x, scale=0.1):
    return x + scale * torch.randn_like(x)


def consistency(first, second):
    """How far two views of the same thing lie apart."""
    return (first - second).pow(2).mean()
