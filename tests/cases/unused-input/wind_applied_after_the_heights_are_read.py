# file: main.py
import torch
from torch import nn

from stages import Flight, Height, Score, Wind

torch.manual_seed(0)
flight = Flight(nn.Sequential(Height(), Wind(), Score(4)))  #~ unused-input
optimizer = torch.optim.SGD(flight.parameters(), lr=0.1)
for turn in range(3):
    state = flight(torch.rand(5, 4), torch.rand(4, requires_grad=True))
    loss = state.push.square().mean() + state.value
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(turn, loss.item())
# file: stages.py
from types import SimpleNamespace

import torch
from torch import nn


class Height(nn.Module):
    def forward(self, state):
        state.high = torch.tanh(state.path) * 2  #! decoy
        return state


class Wind(nn.Module):
    def forward(self, state):
        drift = state.wind.cumsum(0)
        state.path = state.path - drift  #! decoy
        return state


class Score(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weigh = nn.Linear(width, 1)

    def forward(self, state):
        state.value = self.weigh(state.high).mean()
        return state


class Flight(nn.Module):
    def __init__(self, stages):
        super().__init__()
        self.stages = stages

    def forward(self, path, wind):
        state = self.stages(SimpleNamespace(path=path, wind=wind))
        (state.push,) = torch.autograd.grad(state.value, wind, create_graph=True)  #! decoy
        return state
