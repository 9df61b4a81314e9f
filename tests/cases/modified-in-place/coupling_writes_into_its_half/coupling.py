import torch
import torch.nn as nn


class Coupling(nn.Module):
    def __init__(self, dim=4, flip=False):
        super().__init__()
        self.half, self.flip = dim // 2, flip
        self.net = nn.Sequential(nn.Linear(self.half, 16), nn.Tanh(), nn.Linear(16, 2 * self.half))

    def forward(self, x):
        keep, move = (slice(self.half, None), slice(0, self.half)) if self.flip else (slice(0, self.half), slice(self.half, None))
        log_s, t = self.net(x[:, keep]).chunk(2, -1)
        log_s = torch.tanh(log_s)
        x[:, move] = x[:, move] * log_s.exp() + t  #~ modified-in-place
        return x, log_s.sum(-1)
