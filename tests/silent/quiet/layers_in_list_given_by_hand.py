# file: quiet.py
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F


class Stack:
    """Not a module: a plain list of layers and a plain tensor, handed to the optimizer by name."""

    def __init__(self):
        self.layers = [nn.Linear(5, 8), nn.Linear(8, 8), nn.Linear(8, 1)]
        self.scale = torch.ones(1, requires_grad=True)

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return self.layers[-1](x) * self.scale

    def weights(self):
        return itertools.chain([self.scale], *(layer.parameters() for layer in self.layers))


torch.manual_seed(0)
stack = Stack()
optimizer = torch.optim.Adam(stack.weights(), lr=1e-2)
x = torch.randn(30, 5)
for _ in range(6):
    loss = F.mse_loss(stack(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
