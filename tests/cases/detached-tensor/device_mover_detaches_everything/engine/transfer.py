from functools import partial, reduce

import torch

from engine.structures import apply_to_collection


def transfer(tensor, device, non_blocking=True):
    return tensor.detach().to(device, non_blocking=non_blocking)  #~ detached-tensor


class LossServer:
    """Gathers what the heads put out on one device and scores it there."""

    def __init__(self, device, criterion):
        self.move = partial(transfer, device=torch.device(device))
        self.criterion, self.best = criterion, float("inf")

    def gather(self, views):
        for view in views:
            yield apply_to_collection(view, self.move)

    def score(self, view, target):
        main = self.criterion(view.tensors["flow"], target)
        aux = (self.criterion(a, target.exp()) for a in view.tensors["aux"])
        return main + 0.1 * reduce(torch.add, aux)

    def submit(self, views, target):
        target = self.move(target)
        loss = torch.stack([self.score(view, target) for view in self.gather(views)]).sum()
        self.best = min(self.best, loss.item())  #! decoy
        return loss
