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
