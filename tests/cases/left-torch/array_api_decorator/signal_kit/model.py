import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(length, 24), nn.ReLU(), nn.Linear(24, length))

    def forward(self, x):
        return x + self.net(x.detach())  #! decoy
