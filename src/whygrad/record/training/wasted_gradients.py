"""Gradients that were cleared before a step: wasted, or the by-product of a pass that was made for something else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner

if TYPE_CHECKING:
    import torch


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
    # A clearing leaves zeros in all of them or in none: one is read.
    return bool(learners) and _has_gradient(learners[0]) and all(_gradient(k) is not None for k in learners)


def _has_gradient(learner: Learner) -> bool:
    """Of what lies on a device only None is known to be cleared: nobody waits for values at every step."""
    gradient = _gradient(learner)
    return gradient is not None and (not gradient.is_cpu or torch_api.any_nonzero(gradient))


def _gradient(learner: Learner) -> torch.Tensor | None:
    tensor = learner.ref()
    return gradient_of(tensor) if tensor is not None else None
