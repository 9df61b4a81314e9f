# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GammaCurve(nn.Module):
    def __init__(self):
        super().__init__()
        self.black = nn.Parameter(torch.tensor(0.0))
        self.white = nn.Parameter(torch.tensor(1.2))

    def forward(self, pixels):
        levels = (pixels - self.black) / self.white
        return levels**0.5  #~ nan-gradient|nan-value


def load_pixels():
    pixels = torch.linspace(0.0, 1.0, 64)
    return pixels, pixels.pow(0.4)  #! decoy


def main():
    pixels, wanted = load_pixels()
    curve = GammaCurve()
    optimizer = torch.optim.Adam(curve.parameters(), lr=1e-3)
    for step in range(5):
        optimizer.zero_grad()
        loss = F.mse_loss(curve(pixels), wanted)
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GammaCurve(nn.Module):
    def __init__(self):
        super().__init__()
        self.black = nn.Parameter(torch.tensor(0.0))
        self.white = nn.Parameter(torch.tensor(1.2))

    def forward(self, pixels):
        levels = (pixels - self.black) / self.white
        return levels.clamp(min=1e-4) ** 0.5


def load_pixels():
    pixels = torch.linspace(0.0, 1.0, 64)
    return pixels, pixels.pow(0.4)


def main():
    pixels, wanted = load_pixels()
    curve = GammaCurve()
    optimizer = torch.optim.Adam(curve.parameters(), lr=1e-3)
    for step in range(5):
        optimizer.zero_grad()
        loss = F.mse_loss(curve(pixels), wanted)
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
