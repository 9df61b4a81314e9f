import math
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class StepResult:
    loss: torch.Tensor
    perplexity: float
    tokens: int

    @classmethod
    def of(cls, loss, tokens):
        value = loss.item()  #~ left-torch
        return cls(loss=torch.tensor(value), perplexity=math.exp(value), tokens=tokens)
