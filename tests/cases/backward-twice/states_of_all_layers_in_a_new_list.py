# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Stack(nn.Module):
    def __init__(self, width=8, layers=3):
        super().__init__()
        self.cells = nn.ModuleList(nn.GRUCell(width, width) for _ in range(layers))
        self.read = nn.Linear(width, width)
        self.width = width

    def begin(self, batch):
        self.states = [torch.zeros(batch, self.width) for _ in self.cells]  #! decoy

    def forward(self, x):
        fresh = []
        for cell, state in zip(self.cells, self.states):
            x = cell(x, state)
            fresh.append(x)
        self.states = fresh  #~ backward-twice
        return self.read(x)


def main():
    torch.manual_seed(0)
    model = Stack()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for episode in range(2):
        model.begin(16)
        for turn in range(3):
            x = torch.randn(16, 8)
            loss = F.smooth_l1_loss(model(x), x.roll(1, 1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


main()
