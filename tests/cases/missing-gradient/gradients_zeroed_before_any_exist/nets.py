import torch
import torch.nn as nn
import torch.nn.functional as F


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 5))

    def forward(self, z, c):
        return self.net(torch.cat([z, F.one_hot(c, 3).float()], 1))


class Critic(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(5, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))


class Recogniser(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
