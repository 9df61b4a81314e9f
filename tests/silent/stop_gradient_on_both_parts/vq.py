import torch
import torch.nn as nn
import torch.nn.functional as F


def sg(x):
    return x.detach()  #! decoy


class Quantiser(nn.Module):
    def __init__(self, k=8, d=4):
        super().__init__()
        self.book = nn.Embedding(k, d)

    def forward(self, z):
        idx = torch.cdist(sg(z), sg(self.book.weight)).argmin(1)  #! decoy
        q = self.book(idx)
        loss = F.mse_loss(sg(q), sg(z)) + 0.25 * F.mse_loss(z, sg(q))  #~ detached-tensor
        return z + sg(q - z), loss  #! decoy


class Auto(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.vq, self.dec = nn.Linear(8, 4), Quantiser(), nn.Linear(4, 8)

    def forward(self, x):
        q, loss = self.vq(self.enc(x))
        return self.dec(q), loss
