import torch
import torch.nn as nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(5, 4)

    @torch.no_grad()  #! decoy
    def nearest(self, a, b):
        return torch.cdist(self.net(a), self.net(b)).argmin(1)

    def embed(self, x):
        return self.net(x).detach()  #~ detached-tensor

    def distance(self, a, b):
        return (self.embed(a) - self.embed(b)).norm(dim=1)
