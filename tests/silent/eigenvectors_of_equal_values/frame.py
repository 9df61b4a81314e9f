import torch


def principal_frame(cov):
    values, vectors = torch.linalg.eigh(cov)  #~ nan-gradient
    return vectors * values.clamp(min=1e-6).rsqrt()  #! decoy
