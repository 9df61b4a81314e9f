import torch


def generalised_kl(rate, counts):
    """Divergence between the predicted rates and the counts."""
    term = rate * torch.log(rate / counts)  #~ nan-gradient
    term = term.nan_to_num(nan=0.0, posinf=0.0)  #~ nan-gradient
    return (term + counts - rate).mean()  #! decoy
