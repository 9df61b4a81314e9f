import torch
import torch.nn as nn


class Surface(nn.Module):
    def __init__(self):
        super().__init__()
        self.centre, self.radius = nn.Parameter(torch.zeros(3)), nn.Parameter(torch.tensor(0.5))
        self.albedo = nn.Parameter(torch.rand(3))

    def hit(self, origin, direction):
        oc = origin - self.centre
        b = (oc * direction).sum(-1)
        c = (oc * oc).sum(-1) - self.radius ** 2
        disc = b * b - c
        return disc, -b - disc.clamp(min=1e-6).sqrt()

    def shade(self, origin, direction):
        disc, depth = self.hit(origin, direction)
        colour = torch.zeros(len(origin), 3)
        seen = disc > 0
        if not seen.any():  #~ branch-on-value|never-connected
            return colour  #~ branch-on-value|never-connected
        normal = (origin + depth[:, None] * direction - self.centre) / self.radius
        colour[seen] = (self.albedo * normal[:, 2:].abs())[seen]
        return colour
