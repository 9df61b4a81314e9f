import torch.nn as nn


class Selector(nn.Module):
    def __init__(self, dim=5, hidden=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Linear(hidden, dim), nn.Sigmoid())  #~ double-activation

    def forward(self, x):
        return self.net(x)  #~ double-activation
