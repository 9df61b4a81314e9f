# file: main.py
import torch
import torch.nn as nn

from history import History
from losses import vae_loss


class Vae(nn.Module):
    def __init__(self, dim=8, code=3):
        super().__init__()
        self.enc, self.dec = nn.Linear(dim, 2 * code), nn.Linear(code, dim)

    def forward(self, x):
        mean, logvar = self.enc(x).chunk(2, 1)
        z = mean + torch.randn_like(mean) * (0.5 * logvar).exp()
        return self.dec(z), mean, logvar


def main(epochs=3):
    torch.manual_seed(0)
    model, history = Vae(), History()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        for _ in range(15):
            x = torch.randn(16, 8)
            loss, parts = vae_loss(x, *model(x))
            opt.zero_grad()
            loss.backward()
            opt.step()
            history.add(loss=loss.item(), **parts)  #~ growing-graph
        print(epoch, history.means())


if __name__ == "__main__":
    main()
# file: history.py
class History:
    def __init__(self):
        self.rows = []

    def add(self, **row):
        self.rows.append(row)  #~ growing-graph

    def means(self):
        names = self.rows[0]
        return {n: round(float(sum(r[n] for r in self.rows) / len(self.rows)), 4) for n in names}
# file: losses.py
import torch.nn.functional as F


def vae_loss(x, out, mean, logvar, beta=0.1):
    recon = F.mse_loss(out, x)
    kl = -0.5 * (1 + logvar - mean**2 - logvar.exp()).mean()
    return recon + beta * kl, {"recon": recon, "kl": kl}  #~ growing-graph
