# file: main.py
import torch

from aligned import Aligner


def main(steps=8):
    torch.manual_seed(0)
    model = Aligner()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = model.loss(x, x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: aligned.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Aligner(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift, self.task = nn.Linear(5, 3), nn.Linear(5, 1)

    def loss(self, x, y):
        offset = self.shift(x)
        moved = x[:, 2:] + offset  #~ cancelled-gradient
        back = moved - offset
        return F.mse_loss(self.task(x), y) + 0.5 * back.abs().mean()
