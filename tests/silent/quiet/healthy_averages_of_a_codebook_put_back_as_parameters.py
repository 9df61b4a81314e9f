# file: quiet.py
# The codebook follows running means; both are parameters that the module makes anew, and the optimizer has all of them.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Codebook(nn.Module):
    def __init__(self, codes=8, dim=3, decay=0.9, floor=1e-5):
        super().__init__()
        self.decay, self.floor = decay, floor
        self.table = nn.Embedding(codes, dim)
        self.register_buffer("size", torch.zeros(codes))
        self.total = nn.Parameter(torch.randn(codes, dim))

    def forward(self, z):
        index = torch.cdist(z, self.table.weight).argmin(1)
        hot = F.one_hot(index, len(self.size)).float()
        q = hot @ self.table.weight
        if self.training:
            self.size = self.size * self.decay + (1 - self.decay) * hot.sum(0)
            n = self.size.sum()
            self.size = (self.size + self.floor) / (n + len(self.size) * self.floor) * n
            self.total = nn.Parameter(self.total * self.decay + (1 - self.decay) * (hot.t() @ z))
            self.table.weight = nn.Parameter(self.total / self.size.unsqueeze(1))
        commitment = F.mse_loss(q.detach(), z)
        return z + (q - z).detach(), commitment


class Coder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 3))
        self.codebook = Codebook()
        self.decoder = nn.Linear(3, 5)

    def forward(self, x):
        q, commitment = self.codebook(self.encoder(x))
        return self.decoder(q), commitment


def main():
    torch.manual_seed(0)
    model = Coder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    centres = 2 * torch.randn(6, 5)
    for step in range(20):
        x = centres[torch.randint(0, 6, (32,))] + 0.1 * torch.randn(32, 5)
        back, commitment = model(x)
        loss = F.mse_loss(back, x) + 0.25 * commitment
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 6 == 0:
            print(f"{loss.item():.3f}")


main()
