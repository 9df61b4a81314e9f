import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 36)

    def forward(self, image, bits):
        return (image + 0.1 * self.net(bits).tanh().view_as(image)).clamp(0, 1)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(36, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, x):
        return self.net(x)


def transmit(image, noise=0.01):
    image = image + noise * torch.randn_like(image)
    stored = (image.clamp(0, 1) * 255).to(torch.uint8)  #~ no-derivative
    return stored.float() / 255
