import torch
import torch.nn as nn
import torch.nn.functional as F


class Regression(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))

    def loss(self, step):
        x = torch.randn(16, 4)
        h = torch.exp(self.net(x))
        h += 1.0  #~ modified-in-place
        y = x.sum(1, keepdim=True)
        y += 1.0  #! decoy
        return F.mse_loss(h, y)
