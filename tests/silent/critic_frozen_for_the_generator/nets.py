import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 12), nn.LeakyReLU(0.2))
        self.score = nn.Linear(12, 1)

    def forward(self, x):
        return self.score(self.trunk(x))


class Generator(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 3))
