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
