from contextlib import contextmanager

import torch


@contextmanager
def evaluating(model):
    """The model in eval mode, and back again."""
    was = model.training
    model.eval()
    try:
        with torch.no_grad():  #~ grad-disabled
            yield model
    finally:
        model.train(was)
