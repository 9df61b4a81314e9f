"""Tensors that should follow a parameter and lie in its own memory: what is written to them is written to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch

from whygrad.record import torch_api
from whygrad.record.history import Learner
from whygrad.record.origin import Frames, Origin, TensorRef

TENSOR: Any = torch.Tensor
GRADIENT = TENSOR.grad.__get__
WRITES = 16  # of one tensor that are followed back
NEAR = 64
MOST = 64


@dataclass(frozen=True)
class Shadow:
    """A tensor that was averaged with the parameter in whose memory it lies."""

    learner: Learner
    made: Frames
    written: Frames


def shadows_of(learners: Iterable[Learner], refs: Iterable[TensorRef]) -> list[Shadow]:
    """The living tensors that were written with values of a parameter, and are that parameter."""
    memory = {torch_api.memory_of(t): k for k in learners if (t := k.ref()) is not None and torch_api.is_plain(t)}
    found: list[Shadow] = []
    for ref in refs:
        tensor, origin = ref(), ref.origin
        if tensor is None or origin is None or not _is_written(origin) or isinstance(tensor, torch.nn.Parameter):
            continue
        learner = memory.get(torch_api.memory_of(tensor)) if tensor.grad_fn is None else None
        if learner is not None and learner.ref() is not tensor and len(found) < MOST:
            shadow = _followed(learner, origin)
            found += [shadow] if shadow is not None else []
    return found


def _is_written(origin: Origin) -> bool:
    return bool(origin.parents) and torch_api.is_in_place(origin.op)


def _followed(learner: Learner, origin: Origin) -> Shadow | None:
    """Back through its writes to where it was made."""
    written: Frames = ()
    for _ in range(WRITES):
        if not _is_written(origin):
            break
        if any(_comes_from(value, learner.origin, origin.parents[0]) for value in origin.parents[1:]):
            written = origin.frames
        origin = origin.parents[0]
    return Shadow(learner, origin.frames, written) if written else None


def _comes_from(value: Origin, leaf: Origin, own: Origin) -> bool:
    """Is it computed from the parameter's values, not from its gradient?"""
    queue = [value]
    for at in queue:
        if at is leaf:
            return True
        if at is not own and len(queue) < NEAR and at.op != GRADIENT:
            queue.extend(at.parents)
    return False
