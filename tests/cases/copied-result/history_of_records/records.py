import copy
from dataclasses import dataclass, field

import torch


@dataclass
class Record:
    epoch: int
    loss: torch.Tensor
    weights: dict = field(default_factory=dict)


class History:
    def __init__(self):
        self.best = None

    def offer(self, record):
        if self.best is None or record.loss < self.best.loss:
            self.best = copy.deepcopy(record)  #~ copied-result
