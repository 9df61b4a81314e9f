import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(10, 8)
        self.dec = nn.Linear(4, 10)

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, 1)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.dec(z), mu, logvar


def elbo(recon, x, mu, logvar):
    kl = -0.5 * (1 + logvar - mu**2 - logvar.exp()).sum(1).mean()
    nll = F.mse_loss(recon, x, reduction="sum") / x.size(0)
    return nll + kl, kl


torch.manual_seed(1)
vae = VAE()
opt = torch.optim.Adam(vae.parameters(), 1e-2)
beta = 0.5
for step in range(15):
    x = torch.randn(32, 10)
    recon, mu, logvar = vae(x)
    negative_elbo, kl = elbo(recon, x, mu, logvar)
    loss = negative_elbo + beta * kl  #~ counted-twice
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 5 == 0:
        print(step, loss.item(), kl.item())
