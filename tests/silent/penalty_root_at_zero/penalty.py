import torch


def penalty(critic, real, fake):
    eps = torch.rand(real.size(0), 1)
    mixed = (eps * real + (1 - eps) * fake).requires_grad_(True)
    score = critic(mixed).sum()
    (slope,) = torch.autograd.grad(score, mixed, create_graph=True)  #! decoy
    length = slope.pow(2).sum(dim=1).sqrt()  #~ nan-gradient
    return ((length - 1) ** 2).mean()
