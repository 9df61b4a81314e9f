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
