import torch
import torch.nn as nn
import torch.nn.functional as F

from inversion import Generator, invert


def main():
    torch.manual_seed(0)
    gen = Generator().eval().requires_grad_(False)
    photo = torch.rand(1, 12)
    print(invert(gen, photo, steps=8))


main()
