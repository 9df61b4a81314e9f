import torch
import torch.nn as nn


class SlotMemory(nn.Module):
    """A small external memory: read by attention, written by a gated update."""

    def __init__(self, slots, dim):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.write = nn.Linear(2 * dim, dim)
        self.register_buffer("slots", torch.zeros(slots, dim))

    def reset(self):
        self.slots.normal_(std=0.1)  #! decoy

    def read(self, h):
        weights = torch.softmax(self.query(h) @ self.slots.t(), dim=-1)
        return weights @ self.slots

    def update(self, h):
        summary = h.mean(0, keepdim=True).expand_as(self.slots)
        fresh = torch.tanh(self.write(torch.cat([self.slots, summary], dim=-1)))
        self.slots.copy_(fresh.detach())  #~ modified-in-place
