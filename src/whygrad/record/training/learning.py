"""What each parameter of each optimizer got in the whole run: to compare one run of a program with another."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.evidence.steps import Learning
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.training import Training


def learning_of(training: Training) -> list[Learning]:
    """All parameters of the optimizers that the run has told of, in the order of their making."""
    with torch_api.plain():  # a mode of the program's may still be in force
        return [fact for number, h in enumerate(training.histories) for fact in _of_one(number, h)]


def _of_one(number: int, history: History) -> Iterator[Learning]:
    for position, learner in enumerate(history.learners.values()):
        tensor = learner.ref()
        shape = tuple(tensor.shape) if tensor is not None else ()
        moved, finite = learner.moved > 0, _is_finite(learner)
        seen = (learner.got, learner.nonzero, moved, finite, _norm(learner) if finite else 0.0)
        yield Learning(number, position, learner.name, shape, history.steps, *seen)


def _norm(learner: Learner) -> float:
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    if gradient is None or not torch_api.is_readable(gradient) or not gradient.is_floating_point():
        return 0.0
    return float(torch_api.values_in(gradient).float().norm())


def _is_finite(learner: Learner) -> bool:
    tensor = learner.ref()
    if tensor is None:
        return True
    gradient = gradient_of(tensor)
    return torch_api.all_finite(tensor) and (gradient is None or torch_api.all_finite(gradient))
