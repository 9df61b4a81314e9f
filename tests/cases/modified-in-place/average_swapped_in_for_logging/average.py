from contextlib import contextmanager

import torch


class WeightAverage:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = [p.detach().clone() for p in model.parameters()]  #! decoy

    @torch.no_grad()
    def update(self, model):
        for mean, p in zip(self.shadow, model.parameters()):
            mean.lerp_(p, 1 - self.decay)  #! decoy

    @contextmanager
    def applied(self, model):
        """The averaged weights inside the block, the trained ones again after it."""
        kept = [p.detach().clone() for p in model.parameters()]
        self.write(model, self.shadow)  #~ modified-in-place
        try:
            yield model
        finally:
            self.write(model, kept)  #~ modified-in-place

    @staticmethod
    @torch.no_grad()
    def write(model, values):
        for p, value in zip(model.parameters(), values):
            p.copy_(value)  #~ modified-in-place
