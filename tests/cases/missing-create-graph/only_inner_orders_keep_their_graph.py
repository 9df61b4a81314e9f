"""Derivatives of a field by repeated differentiation; the last one of each call is kept without a graph."""

import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))

    def forward(self, t):
        return t * self.net(t)


def derivative(value, by, times=1):
    left = times
    while left:
        left -= 1
        value = torch.autograd.grad(value.sum(), by, create_graph=left > 0)[0]  #~ missing-create-graph
    return value


def residual(field, t):
    if len(t) < 4:
        return derivative(field(t), t, 2)
    force = (1 + t) * derivative(field(t), t, 1)
    return derivative(derivative(force, t), t)  #! decoy


torch.manual_seed(0)
field = Field()
optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
for _ in range(3):
    t = torch.linspace(0, 1, 8)[:, None].requires_grad_()
    loss = residual(field, t).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
