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
