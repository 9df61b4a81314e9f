from functools import partial

import torch
from torch import nn


def energy(net, charges, positions, cached=None):
    if cached is not None:
        return net(cached).sum() + charges.sum()  #~ unused-input
    return net(positions.flatten()).sum() + charges.sum()


def forces(energy_of, positions):
    positions = positions.detach().requires_grad_()
    total = energy_of(positions)
    return -torch.autograd.grad(total, positions)[0]  #! decoy


def main():
    torch.manual_seed(0)
    net, start = nn.Linear(6, 1), torch.randn(2, 3)
    energy_of = partial(energy, net, torch.ones(2), cached=start.flatten())
    print(forces(energy_of, start))


main()
