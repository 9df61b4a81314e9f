"""Tensors that were made where the recorder does not see: they get their Origin when they are first used."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, UNSEEN, Origin
from whygrad.record.seam import storages, torch_api, torch_modes
from whygrad.record.seam.nodes import autograd_leaves

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def appeared(recorder: Recorder, tensor: torch.Tensor, frame: FrameType) -> Origin:
    """The Origin of a tensor that is seen for the first time."""
    # Others are asked too: its leaves, and who lies in the same memory.
    origin = torch_modes.call_untold(_as_it_is, recorder, tensor, frame)
    recorder.origins.put(tensor, origin)
    return origin


def _as_it_is(recorder: Recorder, tensor: torch.Tensor, frame: FrameType) -> Origin:
    flags = UNSEEN
    parents: tuple[Origin, ...] = ()
    if torch_api.is_parameter(tensor):
        flags |= PARAMETER | LEAF
    if torch_api.requires_grad(tensor):
        flags |= REQUIRES_GRAD
        if tensor.grad_fn is None:
            flags |= LEAF
        else:
            parents = tuple(recorder.origin_of(leaf, frame) for leaf in autograd_leaves(tensor))
    elif not flags & PARAMETER:
        parents = _in_the_same_memory(recorder, tensor)
    origin = Origin("", parents, recorder.stack.capture(frame), flags)
    origin.dtype = tensor.dtype
    return origin


def _in_the_same_memory(recorder: Recorder, tensor: torch.Tensor) -> tuple[Origin, ...]:
    address = storages.address_of(tensor)
    known = recorder.origins.addresses.latest_at(address) if address else None
    return (known.origin,) if known is not None and known.origin is not None else ()
