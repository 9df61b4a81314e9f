import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantiser(nn.Module):
    def __init__(self, codes, d, beta=0.25):
        super().__init__()
        self.codebook = nn.Parameter(torch.randn(codes, d))
        self.register_buffer("used", torch.zeros(codes))
        self.beta = beta

    def forward(self, z):
        indices = torch.cdist(z, self.codebook).argmin(1)
        self.used += F.one_hot(indices, len(self.used)).sum(0)
        q = self.codebook[indices]
        loss = F.mse_loss(q, z.detach()) + self.beta * F.mse_loss(z, q.detach())  #! decoy
        return z + (q - z).detach(), loss  #! decoy

    @torch.no_grad()  #! decoy
    def restart(self, z):
        dead = self.used < 1
        fresh = self.codebook.clone()
        fresh[dead] = z[torch.randint(0, len(z), (int(dead.sum()),))]
        self.codebook = nn.Parameter(fresh)  #~ stale-optimizer
        self.used.zero_()
