import torch


def density(x, mean, width):
    z = (x[:, None] - mean) / width
    logp = -0.5 * z ** 2 - torch.log(width)  #~ nan-gradient
    return torch.logsumexp(logp, 1)
