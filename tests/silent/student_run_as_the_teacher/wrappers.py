import torch


def quietly(fn, *args):
    with torch.no_grad():  #! decoy
        return fn(*args)
