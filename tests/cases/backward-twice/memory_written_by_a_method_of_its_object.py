# file: main.py
import torch
from torch import nn

from memory import Memory


class Agent(nn.Module):
    def __init__(self, width=10):
        super().__init__()
        self.cell, self.act = nn.GRUCell(4, width), nn.Linear(width, 2)
        self.memory = Memory(8, width)  #! decoy

    def forward(self, seen):
        thought = self.cell(seen, self.memory.read())
        self.memory.write(thought)  #~ backward-twice
        return self.act(thought)


def main():
    torch.manual_seed(0)
    agent = Agent()
    optimizer = torch.optim.SGD(agent.parameters(), lr=0.05)
    for step in range(5):
        seen = torch.randn(8, 4)
        loss = (agent(seen) - seen[:, :2]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: memory.py
import torch


class Memory:
    def __init__(self, rows, width):
        self.slot = torch.zeros(rows, width)  #! decoy

    def read(self):
        return self.slot

    def write(self, value):
        self.slot = value  #~ backward-twice
