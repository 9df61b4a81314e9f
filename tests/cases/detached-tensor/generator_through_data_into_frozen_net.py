# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from perceptual import PerceptualLoss


class Upscaler(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(1, 8, 3, padding=1)
        self.tail = nn.Conv2d(8, 4, 3, padding=1)

    def forward(self, x):
        return F.pixel_shuffle(self.tail(F.relu(self.body(x))), 2)


def main():
    torch.manual_seed(0)
    model, perceptual = Upscaler(), PerceptualLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        sharp = torch.rand(2, 1, 12, 12)
        small = F.avg_pool2d(sharp, 2)
        loss = perceptual(model(small), sharp)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: perceptual.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class PerceptualLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 6, 3)).eval()
        for p in self.features.parameters():
            p.requires_grad = False  #! decoy
        self.register_buffer("mean", torch.tensor(0.45))
        self.register_buffer("std", torch.tensor(0.22))

    def prepare(self, image):
        image = image.data  #~ detached-tensor
        return (image.clamp(0, 1) - self.mean) / self.std

    def forward(self, output, target):
        with torch.no_grad():  #! decoy
            wanted = self.features(self.prepare(target))
        return F.l1_loss(self.features(self.prepare(output)), wanted)
