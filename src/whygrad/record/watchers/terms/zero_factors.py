"""All zeros that a constructor keeps as a plain tensor, and that multiply what learns: the product is never anything.

Asked at inspected passes by the Origins of products; only of such a tensor the values are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.terms import ZeroFactor
from whygrad.ops import CASTING, FILLING_WITH_ZEROS, VIEWS, WEIGHING, act_of
from whygrad.record.events import PassEnded
from whygrad.record.live.bounded import MOST, Bounded, BoundedSet
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin, made_at
from whygrad.record.live.pass_graph import made_by
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SHAPING = VIEWS | CASTING | {"clone", "contiguous", "detach"}
PRODUCTS = WEIGHING | {"mul"}
DEEP = 8
SIDES = 2


@dataclass
class _Seen:
    made: Frames
    passes: int = 0


class ZeroFactors(Watcher):
    """A place that multiplies by something else once, or by values that are no longer zeros, is left alone."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Seen] = Bounded(MOST)
        self._living: BoundedSet[Frames] = BoundedSet(4 * MOST)

    def of_run(self, copy: Copy) -> Iterator[ZeroFactor]:
        for frames, seen in self._found.items():
            if frames not in self._living:
                yield ZeroFactor(copy.chain(frames), copy.chain(seen.made), seen.passes)

    @rests_without("_found")
    def on_pass_ended(self, event: PassEnded) -> None:
        if not (event.collects and self.recorder.probe.active):
            return
        graph = event.graph
        if not self._found and not graph.ops_that(FILLING_WITH_ZEROS):
            return  # mostly
        empty, others = dict[Frames, Origin](), set[Frames]()
        tensors: dict[int, torch.Tensor] | None = None
        for product in made_by(graph.values, graph.ops_that(PRODUCTS)):
            if len(product.parents) < SIDES or not product.flags & REQUIRES_GRAD:
                continue
            pair = _zeros_and_other(product)
            if pair is not None and tensors is None:
                refs = self.recorder.origins.refs()
                tensors = {id(r.origin): t for r in refs if r.origin is not None and (t := r()) is not None}
            if pair is not None and _has_no_effect(product, pair[1], (tensors or {}).get(id(pair[0]))):
                empty[product.frames] = pair[0]
            else:
                others.add(product.frames)
        for frames in [frames for frames in (*self._found.keys(), *empty) if frames in others]:
            self._living.add(frames)
        for frames, zeros in empty.items():
            self._found.setdefault(frames, _Seen(made_at(zeros))).passes += 1


def _zeros_and_other(product: Origin) -> tuple[Origin, Origin] | None:
    """The factor that a constructor filled with zeros, and the other one."""
    one, other = product.parents[:SIDES]
    for factor, beside in ((one, other), (other, one)):
        at = _in_first_shape(factor)
        is_zeros = act_of(at.op) in FILLING_WITH_ZEROS and not at.flags & (REQUIRES_GRAD | PARAMETER)
        if is_zeros and any(getattr(code, "co_name", "") == "__init__" for code in made_at(at)[::2]):
            return at, beside
    return None


def _in_first_shape(at: Origin) -> Origin:
    for _ in range(DEEP):
        if act_of(at.op) not in SHAPING or len(at.parents) != 1:
            break
        at = at.parents[0]
    return at


def _has_no_effect(product: Origin, other: Origin, zeros: torch.Tensor | None) -> bool:
    """Does it multiply each sample's result by the same zeros? A first state, of a recurrent layer, is a sample's own.

    What multiplies a parameter alone may be such a state too, or the weight of a penalty that begins later.
    """
    if zeros is None or not torch_api.is_readable(zeros) or torch_api.any_nonzero(zeros):
        return False
    if not other.flags & REQUIRES_GRAD or _in_first_shape(other).flags & PARAMETER:
        return False
    shape = (product.extra or {}).get("shape") or ()
    return zeros.numel() > 1 and (act_of(product.op) in WEIGHING or prod(shape) > zeros.numel())
