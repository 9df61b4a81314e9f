import torch
import torch.nn as nn
import torch.nn.functional as F


class Straighten(nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = nn.Sequential(nn.Flatten(), nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, image):
        a = self.angle(image).squeeze(1)
        zero = torch.zeros_like(a)
        rows = [[[c, -s, z], [s, c, z]] for c, s, z in zip(a.cos(), a.sin(), zero)]
        theta = torch.tensor(rows)  #~ rebuilt-tensor
        grid = F.affine_grid(theta, image.size(), align_corners=False)
        return F.grid_sample(image, grid, align_corners=False)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.straighten = Straighten()
        self.read = nn.Sequential(nn.Flatten(), nn.Linear(64, 3))

    def forward(self, image):
        return self.read(self.straighten(image))


def main():
    torch.manual_seed(0)
    net = Reader()
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    image = torch.rand(16, 1, 8, 8)
    label = torch.tensor([int(i.sum() * 10) % 3 for i in image])  #! decoy
    for _ in range(4):
        loss = F.cross_entropy(net(image), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
