"""The questions a program asks by itself: `why(loss)`, `why(parameter)`."""

from __future__ import annotations

from types import FrameType
from typing import Any

import torch

from whygrad.record.failures import spots_of
from whygrad.record.origin import comes_from
from whygrad.record.recorder import Recorder
from whygrad.record.snapshot import Snapshot
from whygrad.recording import Recording


def ask(recorder: Recorder, tensor: Any, frame: FrameType) -> Recording:
    """Copy out what is needed to answer for `tensor`; a clear TypeError or ValueError for what cannot be asked."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"why() explains tensors, not {type(tensor).__name__}")
    origin = recorder.origins.get(tensor)
    learns = tensor.is_leaf and (tensor.requires_grad or isinstance(tensor, torch.nn.Parameter))
    if origin is None and not learns:
        raise ValueError("this tensor was not seen: it was made outside `whygrad.watch()`")
    origin = origin or recorder.origin_of(tensor, frame)
    snapshot = Snapshot(recorder, spots_of(frame))
    name = snapshot.name_of(tensor)
    if learns and recorder.roots:
        facts = {"answer": _parameter_answer(tensor, name, comes_from(recorder.roots[-1], origin))}
        return snapshot.take("why", list(recorder.roots)[-1:], [origin], facts=facts)
    roots = [] if tensor.requires_grad else [origin]
    return snapshot.take("why", roots, root_name=name, facts={"answer": _answer(tensor, name)})


def _answer(tensor: torch.Tensor, name: str) -> str:
    subject = f"`{name}`" if name else "the tensor"
    if tensor.requires_grad:
        return f"{subject} has a gradient to give: nothing on its way was cut that leaves it without one"
    return f"{subject} requires no gradient, and nothing that requires one was seen on the way to it"


def _parameter_answer(tensor: torch.Tensor, name: str, used: bool) -> str:
    subject = f"`{name}`" if name else "the parameter"
    if tensor.grad is None and used:
        return (
            f"{subject} is on the way to the latest loss and nothing cuts it off: its gradient was cleared or refused"
        )
    if tensor.grad is not None:
        return f"{subject} got a gradient in the latest backward pass that reached it"
    return f"{subject} was not seen on the way to the latest loss that ran backward"
