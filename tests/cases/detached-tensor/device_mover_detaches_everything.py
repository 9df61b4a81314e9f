# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from engine.structures import Outputs
from engine.transfer import LossServer


def main():
    torch.manual_seed(0)
    heads = nn.ModuleDict({"left": nn.Linear(6, 2), "right": nn.Linear(6, 2)})
    server = LossServer("cpu", F.mse_loss)
    optimizer = torch.optim.SGD(heads.parameters(), lr=0.1)
    for step in range(3):
        x = torch.randn(4, 6)
        views = [Outputs(name, {"flow": head(x), "aux": [head(x).exp()]}, None) for name, head in heads.items()]
        loss = server.submit(views, x[:, :2])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: engine/__init__.py
# file: engine/structures.py
from typing import NamedTuple

import torch


class Outputs(NamedTuple):
    name: str
    tensors: dict
    mask: object


def apply_to_collection(data, fn):
    if isinstance(data, torch.Tensor):
        return fn(data)
    if isinstance(data, dict):
        return {key: apply_to_collection(value, fn) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(apply_to_collection(value, fn) for value in data))
    if isinstance(data, (list, tuple)):
        return type(data)(apply_to_collection(value, fn) for value in data)
    return data
# file: engine/transfer.py
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
