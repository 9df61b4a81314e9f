# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from modes import evaluating


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.tower = nn.Sequential(nn.Linear(8, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 4))

    def forward(self, a, b):
        return F.cosine_similarity(self.tower(a), self.tower(b))


def finetune(model, pairs, same, steps=3):
    """Trains on with the statistics of batch normalisation held fixed."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(steps):
        with evaluating(model):  #~ grad-disabled
            score = model(*pairs)
        loss = F.mse_loss(score, same)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


def main():
    torch.manual_seed(0)
    a, b = torch.randn(20, 8), torch.randn(20, 8)
    same = (torch.rand(20) > 0.5).float() * 2 - 1
    model = Siamese()
    with evaluating(model):  #! decoy
        print("before", F.mse_loss(model(a, b), same).item())
    finetune(model, (a, b), same)


if __name__ == "__main__":
    main()
# file: modes.py
from contextlib import contextmanager

import torch


@contextmanager
def evaluating(model):
    """The model in eval mode, and back again."""
    was = model.training
    model.eval()
    try:
        with torch.no_grad():  #~ grad-disabled
            yield model
    finally:
        model.train(was)
