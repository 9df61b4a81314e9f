import torch.nn.functional as F


def vae_loss(x, out, mean, logvar, beta=0.1):
    recon = F.mse_loss(out, x)
    kl = -0.5 * (1 + logvar - mean**2 - logvar.exp()).mean()
    return recon + beta * kl, {"recon": recon, "kl": kl}  #~ growing-graph
