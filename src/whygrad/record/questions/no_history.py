"""Errors that come of a result without a history: its `grad_fn` is None, or its gradients are not finite."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterator
from functools import partial

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.values import BadValue, MetNan, NonfiniteValues, SpoiledWeights
from whygrad.record.copying.snapshot import Copy, Snapshot, Spot
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, signature_of, text_of
from whygrad.record.training.probe import Probe
from whygrad.recording import QueryKind, Recording

STEP = re.compile(r"'NoneType' object has no attribute '(next_functions|name|metadata|register_hook|register_prehook)'")
NOT_FINITE = "is non-finite, so it cannot be clipped"


def no_grad_fn(recorder: Recorder, error: BaseException, spots: list[Spot]) -> Recording | None:
    """The question why a tensor has no `grad_fn`, where the program walks the graph from there by itself."""
    owned = [frame for frame, _ in spots if recorder.stack.ownership[frame.f_code.co_filename]]
    if not is_a(error, AttributeError) or not STEP.match(text_of(error)) or not owned:
        return None
    frame, file = owned[-1], owned[-1].f_code.co_filename
    lines = [linecache.getline(file, n) for n in range(frame.f_code.co_firstlineno, frame.f_lineno + 1)]
    named = [frame.f_locals.get(name) for line in reversed(lines) for name in re.findall(r"\b(\w+)\.grad_fn\b", line)]
    tensor = next((t for t in named if is_a(t, torch.Tensor) and not torch_api.requires_grad(t)), None)
    if tensor is None:
        return None
    snapshot = Snapshot(recorder, spots)
    root = recorder.origin_of(tensor, frame)
    return snapshot.take(QueryKind.BACKWARD, [root], error=text_of(error), root_name=snapshot.name_of(tensor))


def nonfinite_norm(recorder: Recorder, error: BaseException, spots: list[Spot]) -> Recording | None:
    """The question where nan or infinity arose in the latest pass, where that was looked at."""
    if NOT_FINITE not in text_of(error) or not recorder.probe.nonfinite or not recorder.run.roots:
        return None
    return Snapshot(recorder, spots).take(
        QueryKind.ERROR,
        list(recorder.run.roots)[-1:],
        error=signature_of(error),
        evidence=partial(nonfinite_values, recorder.probe),
    )


def nonfinite_values(probe: Probe, copy: Copy) -> Iterator[Evidence]:
    """Where nan and infinity arose in the latest pass that was looked at."""
    births = tuple(
        BadValue(copy.at(b.origin) if b.origin is not None else None, b.what, b.backward, b.node, b.index, b.values)
        for b in probe.nonfinite
    )
    yield NonfiniteValues(births, probe.loss_was_finite)
    yield from (MetNan(copy.at(b.origin)) for b in probe.nonfinite if b.met_nan and b.origin is not None)
    yield from (SpoiledWeights(copy.at(b.origin)) for b in probe.nonfinite if b.is_suspected and b.origin is not None)
