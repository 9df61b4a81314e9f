# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Taps(nn.Module):
    """Features after each in-place activation, which is what is compared."""

    def __init__(self, c=6):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(1, c, 3, padding=1), nn.ReLU(inplace=True), nn.Conv2d(c, c, 3, padding=1), nn.ReLU(inplace=True)
        )
        self.requires_grad_(False)

    def forward(self, x):
        taps = []
        for layer in self.layers:
            x = layer(x)
            if isinstance(layer, nn.ReLU):
                taps.append(x)
        return taps


class UNet(nn.Module):
    def __init__(self, c=4):
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(1, c, 3, padding=1), nn.BatchNorm2d(c), nn.ReLU(inplace=True))
        self.mid = nn.Sequential(nn.Conv2d(c, c, 3, padding=1), nn.LeakyReLU(0.1, inplace=True))
        self.up = nn.Conv2d(2 * c, 1, 3, padding=1)

    def forward(self, x):
        skip = self.down(x)
        h = self.mid(F.max_pool2d(skip, 2))
        return self.up(torch.cat([skip, F.interpolate(h, scale_factor=2)], 1))


def main(steps=4):
    torch.manual_seed(0)
    taps, net = Taps(), UNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.rand(4, 1, 8, 8)
        with torch.no_grad():
            wanted = taps(x)
        out = net(x + 0.1 * torch.randn_like(x))
        loss = sum(F.mse_loss(a, b) for a, b in zip(taps(out), wanted)) + F.mse_loss(out, x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
