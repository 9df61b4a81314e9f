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
