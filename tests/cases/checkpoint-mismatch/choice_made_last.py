import random

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Augmented(nn.Module):
    """A feature map that is sharpened now and then."""

    def __init__(self, seed):
        super().__init__()
        self.conv = nn.Conv1d(2, 2, 3, padding=1)
        self.rng = random.Random(seed)
        self.runs = 0

    def sharpen(self, h):
        return h * h.sigmoid()

    def forward(self, x):
        self.runs += 1
        h = torch.relu(self.conv(x))
        return self.sharpen(h) if self.rng.random() < 0.5 else h  #~ checkpoint-mismatch


def main():
    torch.manual_seed(0)
    model = Augmented(seed=0)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(8):
        h = checkpoint(model, torch.randn(2, 2, 6), use_reentrant=False)  #! decoy
        optimizer.zero_grad()
        h.pow(2).mean().backward()  #! decoy
        optimizer.step()
        print(model.runs)


if __name__ == "__main__":
    main()
