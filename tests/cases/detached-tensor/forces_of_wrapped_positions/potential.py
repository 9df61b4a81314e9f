import torch
import torch.nn as nn


class Potential(nn.Module):
    """A pair potential in a periodic box."""

    def __init__(self, box):
        super().__init__()
        self.box = box
        self.pair = nn.Sequential(nn.Linear(1, 16), nn.SiLU(), nn.Linear(16, 1))

    def wrap(self, positions):
        shift = torch.floor(positions.detach() / self.box)  #! decoy
        return (positions - shift * self.box).data  #~ detached-tensor

    def forward(self, positions):
        inside = self.wrap(positions)
        offset = inside[:, None] - inside[None]
        offset = offset - self.box * torch.round(offset / self.box)
        distance = (offset.pow(2).sum(-1) + 1e-6).sqrt()
        above = torch.ones_like(distance).triu(1)
        return (above * self.pair(distance[..., None]).squeeze(-1)).sum()
