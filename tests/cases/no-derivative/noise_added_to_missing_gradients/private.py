import torch


def add_noise(net, sigma):
    for p in net.parameters():
        p.grad += sigma * torch.randn_like(p)  #! decoy
