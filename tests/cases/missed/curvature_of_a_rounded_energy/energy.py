import torch


def lattice(x, step=0.5):
    return torch.round(x / step) * step  #~ no-derivative|functional-arguments|zero-derivative


def energy(x):
    site = lattice(x)
    return (site ** 2).sum()
