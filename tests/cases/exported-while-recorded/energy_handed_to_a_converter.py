import numpy as np
import torch


def to_numpy(t):
    return t.cpu().numpy()


def energy(theta, target):
    return ((theta - target) ** 2).sum()


def value_and_slope(theta, target):
    (slope,) = torch.autograd.grad(energy(theta, target), theta)
    return to_numpy(energy(theta, target)), to_numpy(slope)  #~ exported-while-recorded


def descend(theta, target, steps):
    for _ in range(steps):
        value, slope = value_and_slope(theta, target)  #! decoy
        theta = torch.tensor(to_numpy(theta.detach()) - 0.1 * slope, requires_grad=True)
    return theta


target = torch.ones(3, dtype=torch.float64)
print(to_numpy(target))
descend(torch.zeros(3, dtype=torch.float64, requires_grad=True), target, 4)
