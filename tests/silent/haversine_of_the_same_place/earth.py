import torch


def haversine(a, b):
    d = (a - b) / 2
    h = torch.sin(d[:, 0]) ** 2 + torch.cos(a[:, 0]) * torch.cos(b[:, 0]) * torch.sin(d[:, 1]) ** 2  #! decoy
    return 2 * torch.asin(torch.sqrt(h))  #~ nan-gradient
