# file: main.py
import torch

from scene.field import SignedDistance
from scene.normals import NormalMap


def sphere(points):
    return points.norm(dim=-1) - 0.5


def main():
    torch.manual_seed(0)
    field = SignedDistance()
    normals = NormalMap(field)
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-3)
    for step in range(3):
        rays = torch.rand(4, 6, 3) * 2 - 1
        loss = (field(rays).squeeze(-1) - sphere(rays)).abs().mean() + 0.1 * normals.eikonal(rays)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: scene/__init__.py
# file: scene/field.py
import torch
import torch.nn as nn


class SignedDistance(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.frequencies = 2.0 ** torch.arange(3)
        self.net = nn.Sequential(nn.Linear(9, width), nn.Softplus(beta=10), nn.Linear(width, 1))

    def encode(self, points):
        return torch.sin(points[..., None] * self.frequencies).flatten(-2)  #! decoy

    def forward(self, points):
        return self.net(self.encode(points))
# file: scene/normals.py
import torch


class NormalMap:
    """Unit normals of a distance field, for shading and for the eikonal term."""

    def __init__(self, field, chunk=64):
        self.field, self.chunk = field, chunk

    def of(self, rays):
        samples = rays.detach().requires_grad_()  #! decoy
        distance = self.field(samples)
        flat = samples.reshape(-1, 3)[: self.chunk]  #~ unused-input
        (slope,) = torch.autograd.grad(distance.sum(), flat, create_graph=True)
        return slope.view(*rays.shape)

    def eikonal(self, rays):
        return (self.of(rays).norm(dim=-1) - 1).pow(2).mean()
