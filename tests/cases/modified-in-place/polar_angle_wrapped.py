"""Object extent: regress the polar position of each cell relative to the main cell."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Locator(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(3, channels, 3, padding=1), nn.ReLU(inplace=True))  #! decoy
        self.polar = nn.Conv2d(channels, 2, 1)

    def forward(self, x):
        return self.polar(self.conv(x)).flatten(2)


def target_polar(size):
    ys, xs = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    ys, xs = (ys - size // 2).float(), (xs - size // 2).float()
    angle = torch.atan2(ys, xs)
    angle[angle < 0] += 2 * math.pi  #! decoy
    return torch.hypot(ys, xs).flatten() / size, angle.flatten() / (2 * math.pi)


def polar_loss(predicted, distance, angle):
    radial = (predicted[:, 0] - distance).pow(2).mean()
    gap = predicted[:, 1] - angle
    spread = gap.pow(2).mean()
    gap[gap < 0] += 1  #~ modified-in-place
    centred = gap - gap.mean(1, keepdim=True)
    return radial + spread + centred.pow(2).mean()


def main():
    torch.manual_seed(0)
    model = Locator()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    distance, angle = target_polar(7)
    for step in range(3):
        images = torch.rand(4, 3, 7, 7)
        images.sub_(0.5).div_(0.25)  #! decoy
        loss = polar_loss(model(images), distance, angle)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
