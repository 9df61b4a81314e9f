# file: quiet.py
# The codes follow the means of what they are chosen for, once in place and once by new data; no gradient reaches them.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Codebook(nn.Module):
    def __init__(self, anew, codes=6, dim=4):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(codes, dim))
        self.anew = anew

    def forward(self, z):
        nearest = torch.cdist(z, self.codes).argmin(-1)
        with torch.no_grad():
            chosen = F.one_hot(nearest, len(self.codes)).float()
            used = chosen.sum(0)[:, None]
            means = torch.where(used > 0, chosen.t() @ z / used.clamp(min=1), self.codes)
            if self.anew:
                self.codes.data = 0.9 * self.codes.data + 0.1 * means
            else:
                self.codes.lerp_(means, 0.1)
        picked = self.codes[nearest].detach()
        return z + (picked - z).detach(), F.mse_loss(z, picked)


def main():
    for anew in (False, True):
        torch.manual_seed(0)
        encoder, codebook, decoder = nn.Linear(8, 4), Codebook(anew), nn.Linear(4, 8)
        model = nn.ModuleList([encoder, codebook, decoder])
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
        for _ in range(12):
            x = torch.randn(20, 8)
            z, commitment = codebook(encoder(x))
            loss = F.mse_loss(decoder(z), x) + 0.25 * commitment
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"{loss.item():.3f}")


main()
