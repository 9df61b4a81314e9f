import torch
import torch.nn as nn

from slots.encoder import TextEncoder
from slots.learner import SlotLearner


def main():
    torch.manual_seed(0)
    encoder = TextEncoder()
    unet = nn.Sequential(nn.Linear(6, 12), nn.SiLU(), nn.Linear(12, 1))
    unet.requires_grad_(False)  #! decoy
    learner = SlotLearner(encoder, unet, prompt=[1, 4, 2, 7, 0], slots=2)
    for step in range(3):
        print(step, learner.step(torch.rand(2)))


if __name__ == "__main__":
    main()
