"""Gradients that a failed pass began at, read where nothing is recorded: an optimizer's step differentiates `.grad`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import FrameType

import torch

from whygrad.record.live.origin import CUT, REQUIRES_GRAD, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.seam.nodes import gradient_of


def known_as_gradients(
    recorder: Recorder, roots: Iterable[torch.Tensor], inputs: Iterable[torch.Tensor], frame: FrameType
) -> None:
    """Give roots that were never seen the Origin of a `.grad` that is read, where a parameter holds just this tensor.

    They are looked for in what the pass was asked for, and in what optimizers hold.
    """
    unseen = {id(t): t for t in roots if recorder.origins.get(t) is None}
    if not unseen:
        return
    for tensor in _may_hold(recorder, inputs):
        gradient = gradient_of(tensor)
        if gradient is not None and unseen.pop(id(gradient), None) is not None:
            parents = (recorder.origin_of(tensor, frame),)
            flags = REQUIRES_GRAD if torch_api.requires_grad(gradient) else CUT
            origin = Origin(torch_api.GRADIENT_GETTER, parents, recorder.stack.capture(frame), flags)
            origin.dtype = gradient.dtype
            recorder.origins.put(gradient, origin)


def _may_hold(recorder: Recorder, inputs: Iterable[torch.Tensor]) -> Iterator[torch.Tensor]:
    yield from inputs
    for optimizer in recorder.run.optimizers:
        yield from parameters_of(optimizer)
