# file: main.py
import torch
import torch.nn as nn

from perturb import perturbed


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 12), nn.ReLU(inplace=True), nn.Linear(12, 12), nn.ReLU(inplace=True), nn.Linear(12, 2))  #! decoy
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        x, y = torch.randn(10, 5), torch.randint(0, 2, (10,))
        loss = nn.functional.cross_entropy(model(x), y)
        with perturbed(model, 0.01):  #~ modified-in-place
            shaken = nn.functional.cross_entropy(model(x), y)
        total = loss + 0.5 * shaken
        optimizer.zero_grad()
        total.backward()
        optimizer.step()  #! decoy
        print(step, loss.item(), shaken.item())


if __name__ == "__main__":
    main()
# file: perturb.py
from contextlib import contextmanager

import torch


@contextmanager
def perturbed(model, radius):
    """Evaluates the model in a random neighbour of its weights."""
    offsets = []
    with torch.no_grad():
        for p in model.parameters():
            offset = torch.randn_like(p)
            offset *= radius / offset.norm()  #! decoy
            p += offset  #~ modified-in-place
            offsets.append(offset)
    yield model
    with torch.no_grad():
        for p, offset in zip(model.parameters(), offsets):
            p -= offset  #~ modified-in-place
