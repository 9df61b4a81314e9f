# file: main.py
import torch

from detector import Detector


def attribution(model, batch):
    pixels = batch["pixels"].clone().requires_grad_()
    inputs = {"patches": batch["patches"], "pixels": pixels}
    score = model(**inputs).max()
    (slope,) = torch.autograd.grad(score, pixels)  #! decoy
    return slope.abs()


def main():
    torch.manual_seed(0)
    batch = {"patches": torch.randn(2, 4, 3), "pixels": torch.randn(2, 12)}
    print(attribution(Detector(), batch).mean())


main()
# file: detector.py
import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.project, self.head = nn.Linear(3, 6), nn.Linear(6, 2)

    def forward(self, pixels=None, patches=None):
        if patches is None:  #~ unused-input
            patches = pixels.view(len(pixels), 4, 3)
        return self.pooled(patches)  #~ unused-input

    def pooled(self, patches):
        return self.head(self.project(patches).mean(1))
