import torch


@torch.no_grad()  #~ grad-disabled
def roughness(curve):
    """How much neighbours differ."""
    return (curve[1:] - curve[:-1]).abs().mean()
