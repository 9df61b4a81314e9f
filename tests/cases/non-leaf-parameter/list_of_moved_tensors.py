import torch
import torch.nn.functional as F


class Rays:
    """Learns camera poses; one tensor per camera."""

    def __init__(self, cameras, dtype=torch.float64):
        self.poses = [
            torch.randn(6, requires_grad=True).to(dtype)  #~ non-leaf-parameter
            for _ in range(cameras)
        ]

    def parameters(self):
        return iter(self.poses)

    def project(self, camera, points):
        pose = self.poses[camera]
        return points @ torch.diag(pose[:3]) + pose[3:]


def main():
    torch.manual_seed(0)
    rays = Rays(3)
    points = torch.rand(10, 3, dtype=torch.float64)
    seen = [points.detach() * (c + 1) for c in range(3)]  #! decoy
    optimizer = torch.optim.Adam(rays.parameters(), lr=0.05)
    for step in range(4):
        loss = sum(F.mse_loss(rays.project(c, points), seen[c]) for c in range(3))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
