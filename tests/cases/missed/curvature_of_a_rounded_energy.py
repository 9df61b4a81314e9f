# file: main.py
import torch
from torch.autograd.functional import hessian

from energy import energy


def stable(h):
    return bool((torch.linalg.eigvalsh(h) > 0).all())


def main():
    torch.manual_seed(0)
    for _ in range(2):
        x = torch.randn(3)
        h = hessian(energy, x.detach(), strict=True)  #! decoy
        print(stable(h))


main()
# file: energy.py
import torch


def lattice(x, step=0.5):
    return torch.round(x / step) * step  #~ no-derivative|functional-arguments|zero-derivative


def energy(x):
    site = lattice(x)
    return (site ** 2).sum()
