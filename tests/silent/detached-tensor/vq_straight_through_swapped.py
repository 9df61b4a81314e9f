# file: main.py
import torch
import torch.nn.functional as F

from vq import VQModel


def main():
    torch.manual_seed(0)
    model = VQModel(10, codes=16, dim=4)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    x = torch.randn(64, 3) @ torch.randn(3, 10)
    for step in range(10):
        recon, codebook_loss = model(x)
        loss = F.mse_loss(recon, x) + codebook_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            print(step, loss.item(), len(model.quantizer.used))  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_vq import VQModel


def main():
    torch.manual_seed(0)
    model = VQModel(10, codes=16, dim=4)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    x = torch.randn(64, 3) @ torch.randn(3, 10)
    for step in range(10):
        recon, codebook_loss = model(x)
        loss = F.mse_loss(recon, x) + codebook_loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 0:
            print(step, loss.item(), len(model.quantizer.used))


if __name__ == "__main__":
    main()
# file: quiet_vq.py
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
# file: vq.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, codes, dim):
        super().__init__()
        self.table = nn.Embedding(codes, dim)

    def forward(self, z):
        distance = torch.cdist(z.detach(), self.table.weight.detach())  #! decoy
        index = distance.argmin(dim=1)  #! decoy
        self.used = set(index.tolist())  #! decoy
        q = self.table(index)
        loss = F.mse_loss(q, z.detach())  #! decoy
        q = q + (z - q).detach()  #~ detached-tensor|straight-through-loss
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
