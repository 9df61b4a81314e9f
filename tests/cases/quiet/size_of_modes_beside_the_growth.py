# file: main.py
import torch

from stability import Feedback


def settle(feedback, optimizer, steps):
    for step in range(steps):
        loss = feedback.balance() + 0.01 * feedback.effort() + feedback.margin()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


torch.manual_seed(0)
feedback = Feedback(5, 2)
settle(feedback, torch.optim.Adam(feedback.parameters(), lr=0.01), 3)
# file: stability.py
import torch
import torch.nn as nn


class Feedback(nn.Module):
    """A gain that is to make a linear system stable, with motions that are in step."""

    def __init__(self, states, inputs):
        super().__init__()
        self.register_buffer("drift", torch.randn(states, states))
        self.register_buffer("entry", torch.randn(states, inputs))
        self.gain = nn.Parameter(0.1 * torch.randn(inputs, states))

    def closed(self):
        return torch.linalg.eig(self.drift - self.entry @ self.gain)

    def balance(self):
        rates, shapes = self.closed()
        growth = rates.real.clamp_min(-0.1).sum()
        scaled = shapes / shapes.abs().sum(0)
        return growth + scaled.abs().square().sum()

    def effort(self):
        return self.gain.square().sum()

    def margin(self):
        rates, _ = self.closed()
        return torch.relu(rates.real + 0.2).sum()
