# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from logger import make_grid


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 8, 3, padding=1)
        self.rest = nn.Sequential(nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, 3))  #! decoy

    def forward(self, x):
        return self.rest(self.first(x))


def log_images(batch):
    print("batch grid", tuple(make_grid(batch[:4].clone()).shape))  #! decoy


def log_filters(model):
    kernels = model.first.weight
    for channel in range(kernels.size(1)):
        grid = make_grid(kernels[:, channel])  #~ view-modified-in-place
        print("filter grid", tuple(grid.shape))


def main():
    torch.manual_seed(0)
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        x, y = torch.rand(6, 1, 8, 8), torch.randint(0, 3, (6,))
        log_images(x)
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log_filters(model)
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: logger.py
import torch


def normalise(image):
    low, high = float(image.min()), float(image.max())
    image.clamp_(min=low, max=high).sub_(low).div_(max(high - low, 1e-5))  #~ view-modified-in-place


def make_grid(images, columns=4):
    for image in images:  #~ view-modified-in-place
        normalise(image)
    rows = [torch.cat(list(images[i : i + columns]), dim=-1) for i in range(0, len(images), columns)]
    return torch.cat(rows, dim=-2)
