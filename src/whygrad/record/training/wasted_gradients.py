"""Gradients that were cleared before a step: wasted, or the by-product of a pass that was made for something else."""

from __future__ import annotations

from collections.abc import Iterable

from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner


def is_wasted(history: History, followed: Iterable[History]) -> bool:
    """Were gradients of this optimizer cleared just now, and was the pass that brought them made for it alone?

    The generator's pass leaves gradients in the discriminator too: to clear those is right, while the generator's wait
    for their step.
    """
    if not any(map(_was_cleared, history.learners.values())):
        return False
    others = (h for h in followed if h is not history and h.delivered and h.latest_pass == history.latest_pass)
    return not any(_has_all(other) for other in others)


def _was_cleared(learner: Learner) -> bool:
    """It has had gradients, and has none or only zeros now."""
    return (learner.got or learner.arrived) and not _has_gradient(learner)


def _has_all(history: History) -> bool:
    learners = [k for k in history.learners.values() if k.got or k.arrived]
    return bool(learners) and all(map(_has_gradient, learners))


def _has_gradient(learner: Learner) -> bool:
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    return gradient is not None and torch_api.any_nonzero(gradient)
