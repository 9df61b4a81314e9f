import copy
from dataclasses import dataclass, field

import torch


@dataclass
class TrainState:
    step: int = 0
    best: float = float("inf")
    losses: dict = field(default_factory=dict)

    def record(self, **losses):
        self.step += 1
        self.losses = losses  #~ copied-result
        self.best = min(self.best, sum(v.item() for v in losses.values()))  #! decoy


class Keeper:
    def __init__(self, every=2):
        self.every, self.saved = every, []

    def __call__(self, state, model):
        if state.step % self.every == 0:
            weights = copy.deepcopy(model.state_dict())  #! decoy
            self.saved.append((copy.deepcopy(state), weights))  #~ copied-result
