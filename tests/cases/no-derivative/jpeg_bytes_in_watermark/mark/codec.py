import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, bits):
        super().__init__()
        self.spread = nn.Linear(bits, 64)

    def forward(self, images, message):
        return (images + 0.1 * self.spread(message).view_as(images)).clamp(0, 1)


class Decoder(nn.Module):
    def __init__(self, bits):
        super().__init__()
        self.read = nn.Sequential(nn.Flatten(), nn.Linear(36, bits))
        self.requires_grad_(False)  #! decoy

    def forward(self, images):
        return self.read(images)
