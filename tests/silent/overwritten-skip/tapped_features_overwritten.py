# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import Tapped


class Denoiser(nn.Module):
    def __init__(self, c=8):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, c, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(c, 1, 3, padding=1))  #! decoy

    def forward(self, x):
        return x + self.net(x)


def main(steps=5):
    torch.manual_seed(0)
    tapped, model = Tapped(), Denoiser()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        clean = torch.rand(4, 1, 8, 8)
        noisy = clean + 0.1 * torch.randn_like(clean)
        out = model(noisy)
        with torch.no_grad():
            wanted = tapped(clean)
        loss = sum(F.mse_loss(a, b) for a, b in zip(tapped(out), wanted))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: features.py
import torch.nn as nn


class Tapped(nn.Module):
    """A fixed network whose convolution outputs, before the activation, are compared."""

    def __init__(self, c=6):
        super().__init__()
        self.layers = nn.ModuleList(
            [nn.Conv2d(1, c, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(c, c, 3, padding=1), nn.ReLU(inplace=True)]  #~ overwritten-skip
        )
        self.requires_grad_(False)  #! decoy

    def forward(self, x):
        taps = []
        for layer in self.layers:
            x = layer(x)  #~ overwritten-skip
            if isinstance(layer, nn.Conv2d):
                taps.append(x)  #~ overwritten-skip
        return taps
