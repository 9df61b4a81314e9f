# file: main.py
import torch
from torch import nn

from matching import Matching, Pyramid


def main():
    torch.manual_seed(0)
    extractor = Pyramid()
    reference = torch.rand(2, 3, 8, 8)
    deep = extractor(reference)[-1]
    matching = Matching(deep, weight=2.0)  #! decoy
    decoder = nn.Linear(5, 3 * 8 * 8)
    optimizer = torch.optim.Adam(decoder.parameters(), lr=0.01)
    for step in range(4):
        made = torch.sigmoid(decoder(torch.randn(2, 5))).view(2, 3, 8, 8)
        loss = matching(extractor(made)[-1])
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: matching.py
from torch import nn


class Pyramid(nn.Module):
    """Features at three scales."""

    def __init__(self):
        super().__init__()
        sizes = (3, 6, 8, 8)
        self.levels = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in zip(sizes, sizes[1:]))

    def forward(self, image):
        found = []
        for level in self.levels:
            image = level(image).tanh()  #! decoy
            found.append(image)
        return found


class Matching(nn.Module):
    def __init__(self, wanted, weight=1.0):
        super().__init__()
        self.weight = weight
        self.wanted = wanted  #~ backward-twice

    def forward(self, seen):
        return self.weight * (seen - self.wanted).abs().mean()
