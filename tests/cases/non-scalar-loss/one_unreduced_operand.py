import torch
from torch import nn
import torch.nn.functional as F


def kl(mu, logvar):
    return -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1)  #~ non-scalar-loss


def perceptual(a, b):
    return F.l1_loss(a, b)


def total(recon, x, mu, logvar, beta):
    mse = F.mse_loss(recon, x)
    return mse + 0.1 * perceptual(recon, x) + beta * kl(mu, logvar) - 0.01 * mse.sqrt()


torch.manual_seed(0)
enc, dec = nn.Linear(6, 4), nn.Linear(2, 6)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()])
x = torch.randn(5, 6)
mu, logvar = enc(x).chunk(2, 1)
loss = total(dec(mu + torch.randn_like(mu) * (logvar / 2).exp()), x, mu, logvar, 0.5)
opt.zero_grad()
loss.backward()
opt.step()
