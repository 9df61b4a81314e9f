# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Codebook(nn.Module):
    """A codebook that follows the means of what it is chosen for, beside the training."""

    def __init__(self, n=6, dim=4):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(n, dim))

    def forward(self, z):
        nearest = torch.cdist(z, self.codes).argmin(-1)
        with torch.no_grad():
            chosen = F.one_hot(nearest, len(self.codes)).float()
            means = chosen.t() @ z / chosen.sum(0).clamp(min=1)[:, None]
            self.codes.lerp_(torch.where(chosen.sum(0)[:, None] > 0, means, self.codes), 0.1)
        picked = self.codes[nearest].detach()
        return z + (picked - z).detach(), F.mse_loss(z, picked)


torch.manual_seed(0)
encoder, decoder, codebook = nn.Linear(8, 4), nn.Linear(4, 8), Codebook()
opt = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-2)
for step in range(12):
    x = torch.randn(20, 8)
    z, commitment = codebook(encoder(x))
    loss = F.mse_loss(decoder(z), x) + 0.25 * commitment
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
