import torch


def log_magnitude(m, floor=-11.5):
    log = torch.log(m)  #~ nan-gradient
    return torch.clamp(log, min=floor)  #~ nan-gradient
