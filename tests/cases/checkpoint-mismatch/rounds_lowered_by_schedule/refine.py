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
