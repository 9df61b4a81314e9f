# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from blocks import Fusion


class SuperResolution(nn.Module):
    def __init__(self, channels=6):
        super().__init__()
        self.stem = nn.Conv2d(1, channels, 3, padding=1)
        self.act = nn.LeakyReLU(0.1, inplace=True)  #! decoy
        self.fusion = Fusion(channels)
        self.up = nn.Sequential(nn.Conv2d(channels, 4, 3, padding=1), nn.PixelShuffle(2))

    def forward(self, x):
        low = F.interpolate(x, scale_factor=2.0)
        y = self.up(self.fusion(self.act(self.stem(x))))
        y += low  #! decoy
        return y


def main():
    torch.manual_seed(0)
    model = SuperResolution()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        high = torch.rand(2, 1, 16, 16)
        loss = F.l1_loss(model(F.avg_pool2d(high, 2)), high)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: blocks.py
import torch
import torch.nn as nn


class ChannelGate(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.fc = nn.Linear(channels, channels)

    def forward(self, x):
        return torch.sigmoid(self.fc(x.mean((2, 3))))[:, :, None, None]


class Fusion(nn.Module):
    """Adds the reference of every branch to what went in."""

    def __init__(self, channels, branches=3):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(branches))
        self.gate = ChannelGate(channels)

    def forward(self, x):
        out = x  #~ modified-in-place
        for conv in self.convs:
            out += torch.tanh(conv(x))  #~ modified-in-place
        return out * self.gate(out)
