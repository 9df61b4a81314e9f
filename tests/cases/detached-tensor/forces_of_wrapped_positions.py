# file: main.py
import torch

from potential import Potential


def forces(potential, positions):
    positions = positions.requires_grad_()  #! decoy
    energy = potential(positions)
    return -torch.autograd.grad(energy, positions, create_graph=True)[0], energy


def main():
    torch.manual_seed(0)
    potential = Potential(box=3.0)
    optimizer = torch.optim.Adam(potential.parameters(), lr=1e-3)
    for step in range(3):
        force, energy = forces(potential, 3.0 * torch.rand(6, 3))
        loss = force.pow(2).mean() + energy.pow(2)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: potential.py
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
