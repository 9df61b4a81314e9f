# file: main.py
import torch

from depth import DepthNet, losses_of

WEIGHTS = dict(depth=1.0, normal=0.3)  #~ loss-left-out


def weighted(losses):
    total = torch.zeros(())
    for key, weight in WEIGHTS.items():
        total = total + weight * losses.get(key, 0.0)
    return total


def main():
    torch.manual_seed(0)
    net = DepthNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(6):
        image = torch.randn(20, 8)
        losses = losses_of(net, image)
        optimizer.zero_grad()
        weighted(losses).backward()
        optimizer.step()
        print(step, ", ".join(f"{key} {value.detach():.3f}" for key, value in losses.items()))


if __name__ == "__main__":
    main()
# file: depth.py
import torch
import torch.nn as nn


class DepthNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(8, 16)
        self.depth, self.normals = nn.Linear(16, 1), nn.Linear(16, 3)

    def forward(self, image):
        h = self.encoder(image).relu()
        return self.depth(h), torch.nn.functional.normalize(self.normals(h), dim=-1)


def losses_of(net, image):
    depth, normals = net(image)
    by_depth = (depth - image.norm(dim=1, keepdim=True)).abs().mean()
    by_normals = 1 - (normals * torch.nn.functional.normalize(image[:, :3], dim=-1)).sum(-1).mean()
    return {"depth": by_depth, "normals": by_normals}  #~ loss-left-out
# file: quiet.py
import torch

from depth import DepthNet, losses_of

WEIGHTS = dict(depth=1.0, normals=0.3)
torch.manual_seed(0)
net = DepthNet()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for step in range(6):
    image = torch.randn(20, 8)
    losses = losses_of(net, image)
    optimizer.zero_grad()
    sum(weight * losses.get(key, 0.0) for key, weight in WEIGHTS.items()).backward()
    optimizer.step()
    print(step, ", ".join(f"{key} {value.detach():.3f}" for key, value in losses.items()))
