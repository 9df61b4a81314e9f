# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantiser(nn.Module):
    def __init__(self, codes, width):
        super().__init__()
        self.codebook = nn.Embedding(codes, width)

    def forward(self, z):
        distances = torch.cdist(z, self.codebook.weight)
        q = self.codebook(distances.argmin(1))
        loss = F.mse_loss(q, z.detach()) + 0.25 * F.mse_loss(z, q.detach())
        return z + (q - z).detach(), loss


class VQVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.quantiser, self.decoder = nn.Linear(9, 4), Quantiser(6, 4), nn.Linear(4, 9)

    def forward(self, x):
        q, loss = self.quantiser(self.encoder(x))
        return self.decoder(q), loss


torch.manual_seed(0)
model = VQVAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(30, 9)
for _ in range(6):
    out, extra = model(x)
    loss = F.mse_loss(out, x) + extra
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
