import torch
import torch.nn.functional as F


def angle_between(a, b):
    a, b = F.normalize(a, dim=-1), F.normalize(b, dim=-1)  #! decoy
    cos = (a * b).sum(-1)  #~ nan-gradient
    return torch.acos(cos)  #~ nan-gradient
