# file: main.py
import torch

from nerf.field import RadianceField
from nerf.render import Renderer
from nerf.sampler import OccupancySampler


def rays(step, n=6):
    origin = torch.zeros(n, 3) if step != 9 else torch.full((n, 3), 9.0)  #! decoy
    return origin, torch.nn.functional.normalize(torch.rand(n, 3), dim=-1), torch.rand(n, 3)


def main():
    torch.manual_seed(0)
    field = RadianceField()
    renderer = Renderer(field, OccupancySampler(radius=2.0, samples=5))
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
    for step in range(12):
        origins, directions, colours = rays(step)
        out = renderer(origins, directions)
        loss = (out.rgb - colours).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), out.hits)


if __name__ == "__main__":
    main()
# file: nerf/__init__.py
# file: nerf/field.py
import torch.nn as nn


class RadianceField(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 16), nn.ReLU())
        self.density, self.colour = nn.Linear(16, 1), nn.Linear(16, 3)

    def forward(self, points):
        h = self.body(points)
        return self.density(h).exp().squeeze(-1), self.colour(h).sigmoid()
# file: nerf/render.py
from typing import NamedTuple

import torch


class Rendering(NamedTuple):
    rgb: torch.Tensor
    hits: int


class Renderer:
    def __init__(self, field, sampler, background=1.0):
        self.field, self.sampler, self.background = field, sampler, background

    def empty(self, n):
        return Rendering(torch.full((n, 3), self.background), 0)  #~ leaf-without-grad|never-connected

    def __call__(self, origins, directions):
        points, ray, _ = self.sampler(origins, directions)
        if len(points) == 0:  #~ leaf-without-grad|never-connected
            return self.empty(len(origins))  #~ leaf-without-grad|never-connected
        density, colour = self.field(points)
        alpha = 1 - torch.exp(-0.3 * density)
        rgb = torch.zeros(len(origins), 3).index_add(0, ray, alpha[:, None] * colour)
        return Rendering(rgb, int((alpha > 0.1).sum()))  #! decoy
# file: nerf/sampler.py
import torch


class OccupancySampler:
    def __init__(self, radius, samples):
        self.radius, self.steps = radius, torch.linspace(0.2, 1.8, samples)

    @torch.no_grad()  #! decoy
    def __call__(self, origins, directions):
        points = origins[:, None] + self.steps[None, :, None] * directions[:, None]
        inside = points.norm(dim=-1) < self.radius
        ray, slot = inside.nonzero(as_tuple=True)
        return points[inside], ray, slot
