from contextlib import contextmanager

import torch


@contextmanager
def perturbed(model, radius):
    """Evaluates the model in a random neighbour of its weights."""
    offsets = []
    with torch.no_grad():
        for p in model.parameters():
            offset = torch.randn_like(p)
            offset *= radius / offset.norm()  #! decoy
            p += offset  #~ modified-in-place
            offsets.append(offset)
    yield model
    with torch.no_grad():
        for p, offset in zip(model.parameters(), offsets):
            p -= offset  #~ modified-in-place
