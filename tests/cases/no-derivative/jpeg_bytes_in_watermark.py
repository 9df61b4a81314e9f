# file: main.py
import torch

from mark.attacks import Compose, Crop, Jpeg, Noise
from mark.codec import Decoder, Encoder
from mark.train import Trainer


def main():
    torch.manual_seed(0)
    attacks = Compose([Noise(0.02), Jpeg(levels=32), Crop(6)])
    trainer = Trainer(Encoder(bits=4), Decoder(bits=4), attacks)
    for step in range(3):
        print(step, trainer.step(torch.rand(5, 1, 8, 8), torch.randint(0, 2, (5, 4)).float()))


if __name__ == "__main__":
    main()
# file: mark/__init__.py
# file: mark/attacks.py
import torch


class Noise:
    def __init__(self, sigma):
        self.sigma = sigma

    def __call__(self, images):
        return images + self.sigma * torch.randn_like(images).detach()  #! decoy


class Jpeg:
    def __init__(self, levels):
        self.scale = 256 // levels

    def __call__(self, images):
        pixels = images.clamp(0, 1).mul(255).byte()  #~ no-derivative
        pixels = pixels // self.scale * self.scale
        return pixels.to(images.dtype) / 255


class Crop:
    def __init__(self, size):
        self.size = size

    def __call__(self, images):
        top = int(torch.randint(0, images.size(-1) - self.size + 1, ()))  #! decoy
        return images[..., top:top + self.size, top:top + self.size]


class Compose:
    def __init__(self, stages):
        self.stages = stages

    def __call__(self, images):
        for stage in self.stages:
            images = stage(images)
        return images
# file: mark/codec.py
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
# file: mark/train.py
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, encoder, decoder, attacks):
        self.encoder, self.decoder, self.attacks = encoder, decoder, attacks
        self.optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-2)

    def step(self, images, message):
        marked = self.encoder(images, message)
        logits = self.decoder(self.attacks(marked))
        loss = F.binary_cross_entropy_with_logits(logits, message)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), ((logits > 0) == message.bool()).float().mean().item()  #! decoy
