import torch
import torch.nn as nn


class Twin(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
        self.b = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, s, a):
        x = torch.cat([s, a], 1)
        return self.a(x), self.b(x)
