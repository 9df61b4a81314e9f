import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, codes, dim):
        super().__init__()
        self.table = nn.Embedding(codes, dim)

    def forward(self, z):
        distance = torch.cdist(z.detach(), self.table.weight.detach())
        index = distance.argmin(dim=1)
        self.used = set(index.tolist())
        q = self.table(index)
        loss = F.mse_loss(q, z.detach())
        q = z + (q - z).detach()
        return q, loss


class VQModel(nn.Module):
    def __init__(self, d, codes, dim):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, dim))
        self.quantizer = Quantizer(codes, dim)
        self.decoder = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, d))

    def forward(self, x):
        q, loss = self.quantizer(self.encoder(x))
        return self.decoder(q), loss
