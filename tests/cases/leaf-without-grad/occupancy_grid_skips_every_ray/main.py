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
