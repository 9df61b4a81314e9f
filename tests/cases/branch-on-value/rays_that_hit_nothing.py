# file: main.py
import torch
import torch.nn.functional as F

from render import Surface


def rays(n, x):
    origin = torch.stack([x + 0.1 * torch.randn(n), 0.1 * torch.randn(n), torch.full((n,), -3.0)], -1)
    return origin, torch.tensor([0.0, 0.0, 1.0]).expand(n, 3)


def main():
    torch.manual_seed(0)
    ball = Surface()
    opt = torch.optim.Adam(ball.parameters(), lr=1e-2)
    for step, x in enumerate([0.0, 0.1, 0.3, 2.5]):
        origin, direction = rays(8, x)
        with torch.no_grad():  #! decoy
            target = Surface().shade(origin, direction)
        loss = F.mse_loss(ball.shade(origin, direction), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: render.py
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
