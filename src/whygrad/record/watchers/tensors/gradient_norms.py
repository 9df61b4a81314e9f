"""Norms of an input's gradient that a penalty draws to a number: whether there is one for each sample.

The norm of a part of a sample, or of a whole batch, is drawn to another length than the sample's own. Squares alone add
up to the same however they are grouped; so only what is compared with a number is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from whygrad.evidence.tensors import NormsOfGradient
from whygrad.ops import ADDING_UP, BOUNDING, CASTING, DISTANCES, NORMS, SCALING, SIZING, SQUARES, VIEWS, act_of
from whygrad.record.events import PassEnded
from whygrad.record.live.bounded import MOST, Bounded, BoundedSet
from whygrad.record.live.origin import PARAMETER, Frames, Origin, learning_parents
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import items_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.loss_terms import in_sum
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

DEEP = 12
ONE_SIDED = BOUNDING | {"relu", "leaky_relu", "softplus"}
SAME_ELEMENTS = VIEWS | CASTING | SCALING | {"add", "clone", "contiguous"}
Shape = tuple[int, ...]


def note_slope(recorder: Recorder, outputs: object, inputs: object, gradient: object, origin: Origin) -> None:
    """Remember of a gradient by one input its shape, and of how many numbers it is the derivative."""
    of, by = ([value] if torch_api.is_readable(value) else items_of(value) for value in (outputs, inputs))
    if len(of) != 1 or len(by) != 1 or not torch_api.is_readable(of[0]) or not torch_api.is_readable(gradient):
        return
    source, total = recorder.origins.get(by[0]), recorder.origins.get(of[0])
    if source is None or source.flags & PARAMETER or total is None:
        return
    count: int | None = of[0].numel()
    if count == 1 and act_of(total.op) in ADDING_UP and total.parents:
        shape = (total.parents[0].extra or {}).get("shape")
        count = prod(shape) if shape is not None else None
    if count is not None:
        origin.add(slope=(tuple(gradient.shape), count))


@dataclass
class _Seen:
    spelling: str
    shape: Shape
    norms: Shape
    compared: Frames
    steps: int = 0


class GradientNorms(Watcher):
    """Asks at inspected passes for the terms that are made of such norms."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Seen] = Bounded(MOST)
        self._right: BoundedSet[Frames] = BoundedSet(MOST)  # places that made one for each sample

    def of_run(self, copy: Copy) -> Iterator[NormsOfGradient]:
        for frames, seen in self._found.items():
            if frames not in self._right:
                compared = copy.chain(seen.compared)
                yield NormsOfGradient(copy.chain(frames), seen.spelling, seen.shape, seen.norms, compared, seen.steps)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not self.recorder.probe.active:
            return
        for term in in_sum(event.known):
            compared = _compared(term)
            normed = _normed(compared) if compared is not None else None
            if compared is not None and normed is not None:
                self._note(normed, compared)

    def _note(self, normed: Origin, compared: Origin) -> None:
        slope, norms = _slope_behind(normed), (normed.extra or {}).get("shape")
        if slope is None or norms is None:
            return
        shape, count = slope
        if prod(norms) in (shape[0] if shape else 1, count):
            self._right.add(normed.frames)
        else:
            seen = _Seen(torch_api.short_name_of(normed.op), shape, norms, compared.frames)
            self._found.setdefault(normed.frames, seen).steps += 1


def _compared(term: Origin) -> Origin | None:
    """The difference from a number that a penalty is made of: `(norm - 1) ** 2`, one-sided or not."""
    act = act_of(term.op)
    if act in DISTANCES:
        return term
    is_product = act == "mul" and len(learning_parents(term)) != 1
    if act not in SIZING and not is_product and act not in ONE_SIDED:
        return None
    at = term
    for _ in range(DEEP):
        before = learning_parents(at)
        if len({id(o) for o in before}) != 1:
            return None
        at = before[0]
        if act_of(at.op) == "sub":
            return at
        if act_of(at.op) not in ONE_SIDED:
            return None
    return None


def _normed(compared: Origin) -> Origin | None:
    """The norm that is compared; of a root of summed squares the sum."""
    before = learning_parents(compared)
    at = before[0] if len(before) == 1 else None
    while at is not None and act_of(at.op) in VIEWS and at.parents:
        at = at.parents[0]
    if at is None or act_of(at.op) in NORMS:
        return at
    is_root = act_of(at.op) == "sqrt" or act_of(at.op) in SQUARES
    for _ in range(DEEP):
        if not is_root or not at.parents:
            return None
        at = at.parents[0]
        if act_of(at.op) == "sum":
            return at
        if act_of(at.op) not in ("add", *BOUNDING):
            return None
    return None


def _slope_behind(normed: Origin) -> tuple[Shape, int] | None:
    """The gradient by an input that it is the norm of."""
    squared = act_of(normed.op) not in NORMS
    at = normed
    for _ in range(DEEP):
        before = {id(o): o for o in learning_parents(at)}
        if len(before) != 1:
            return None
        (at,) = before.values()
        if slope := (at.extra or {}).get("slope"):
            return slope
        is_square = squared and (act_of(at.op) in SQUARES or act_of(at.op) in ("mul", "abs"))
        if act_of(at.op) not in SAME_ELEMENTS and not is_square:
            return None
    return None
