"""Losses of several tasks, put together."""

import torch


class Balanced:
    """The weighted sum of the tasks' losses; keeps a running mean of each for the log."""

    def __init__(self, weights, momentum=0.9):
        self.weights = torch.tensor(weights)
        self.momentum = momentum
        self.means = torch.zeros(len(weights))

    def __call__(self, *losses):
        each = torch.tensor(losses)
        self.means = self.momentum * self.means + (1 - self.momentum) * each.detach()
        return (self.weights * each).sum()
