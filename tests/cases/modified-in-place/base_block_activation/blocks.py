import torch.nn as nn

from base import GatedBase


class ConvGated(GatedBase):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(channels, channels, 3, padding=1), nn.ReLU(inplace=True))  #! decoy
        self.gate = nn.Conv1d(channels, channels, 1)


class DenseGated(GatedBase):
    def __init__(self, features):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, features), nn.ReLU(inplace=True))  #! decoy
        self.gate = nn.Linear(features, features)
