"""Trainings for the tests of `enable`: the same small problem with a tensor, a module, and by hand with constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

import whygrad

ROWS = [1, 3]
MASK = torch.zeros(4, 5, dtype=torch.bool)
MASK[0, 2] = MASK[3, 0] = MASK[3, 4] = True
CHOICES: dict[str, Any] = {"rows": ROWS, "elements": MASK}

_generator = torch.Generator().manual_seed(0)
INPUT = torch.randn(8, 5, generator=_generator)
TARGET = torch.randn(8, 4, generator=_generator).tanh() / 2  # within reach of a tanh: no weight runs away
START = torch.randn(4, 5, generator=_generator)
# In double, because LBFGS makes much of a last bit; a product of some rows may differ there from the rows of a product.
INPUT, TARGET, START = INPUT.double(), TARGET.double(), START.double()
# A sum with zero would change the first of these, and flushing the second, in places that rows and mask both freeze.
START[0, 0], START[2, 1] = -0.0, 1e-320

Build = Callable[[list[Tensor]], torch.optim.Optimizer]


def loss_of(weight: Tensor) -> Tensor:
    return F.mse_loss(F.linear(INPUT, weight).tanh(), TARGET)


def bits(tensor: Tensor) -> Tensor:
    """As integers, so that -0.0 differs from 0.0."""
    return tensor.detach().clone().view(torch.int64)


def frozen(choice: str) -> Tensor:
    """The mask of what must not change."""
    mask = torch.ones(4, 5, dtype=torch.bool)
    mask[CHOICES[choice]] = False
    return mask


def train(optimizer: torch.optim.Optimizer, loss: Callable[[], Tensor], steps: int = 20) -> list[float]:
    """The losses of some steps."""

    def closure() -> Tensor:
        optimizer.zero_grad()
        value = loss()
        value.backward()
        losses.append(value.item())
        return value

    losses: list[float] = []
    for _ in range(steps):
        if isinstance(optimizer, torch.optim.LBFGS):
            optimizer.step(closure)
        else:
            closure()
            optimizer.step()
    return losses


def by_hand(choice: str, build: Build) -> Tensor:
    """What the whole becomes where the chosen elements are a parameter and the others constants."""
    part = START[CHOICES[choice]].clone().requires_grad_()
    place = (torch.tensor(ROWS),) if choice == "rows" else MASK.nonzero(as_tuple=True)
    train(build([part]), lambda: loss_of(START.index_put(place, part)))
    return START.index_put(place, part).detach()


def of_tensor(choice: str, build: Build, before: bool) -> Tensor:
    tensor = START.clone()
    optimizer = build([tensor]) if before else None
    whygrad.enable(tensor, CHOICES[choice])
    train(optimizer or build([tensor]), lambda: loss_of(tensor))
    return tensor.detach()


def linear() -> nn.Linear:
    module = nn.Linear(5, 4, bias=False, dtype=torch.float64)
    module.load_state_dict({"weight": START})
    return module


def of_module(choice: str, build: Build, before: bool) -> Tensor:
    module = linear()
    optimizer = build(list(module.parameters())) if before else None
    whygrad.enable(module, "weight", **{choice: CHOICES[choice]})
    optimizer = optimizer or build(list(module.parameters()))
    train(optimizer, lambda: F.mse_loss(module(INPUT).tanh(), TARGET))
    return module.weight.detach()
