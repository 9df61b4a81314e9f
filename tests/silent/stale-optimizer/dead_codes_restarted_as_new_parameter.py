# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quantiser import Quantiser


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(8, 4)
        self.quantiser = Quantiser(12, 4)
        self.decoder = nn.Linear(4, 8)

    def forward(self, x):
        z, loss = self.quantiser(self.encoder(x))
        return self.decoder(z), loss


def main(steps=24):
    torch.manual_seed(0)
    model = Model()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(steps):
        x = torch.randn(40, 8)
        out, extra = model(x)
        loss = F.mse_loss(out, x) + extra
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 3:
            model.quantiser.restart(model.encoder(x))
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: quantiser.py
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
