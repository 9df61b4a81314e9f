# file: main.py
import torch

from refine import Refiner, Schedule


def main():
    torch.manual_seed(0)
    refiner = Refiner()
    schedule = Schedule(refiner, every=2)
    optimizer = torch.optim.Adam(refiner.parameters(), lr=1e-3)
    for step in range(4):
        flow = refiner(torch.randn(4, 6))
        loss = (flow - 1).abs().mean()
        schedule.tick(loss.item())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: refine.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Schedule:
    """Fewer rounds of refinement as the training goes on."""

    def __init__(self, refiner, every):
        self.refiner, self.every, self.ticks = refiner, every, 0

    def tick(self, loss):
        self.ticks += 1  #! decoy
        if self.ticks % self.every == 0:  #! decoy
            self.refiner.rounds -= 1  #~ checkpoint-mismatch


class Refiner(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.update = nn.GRUCell(dim, dim)
        self.rounds = 4

    def refine(self, x):
        h = torch.zeros_like(x)
        for _ in range(self.rounds):
            h = self.update(x, h)
        return h.tanh() * x

    def forward(self, x):
        return checkpoint(self.refine, x, use_reentrant=False)  #! decoy
