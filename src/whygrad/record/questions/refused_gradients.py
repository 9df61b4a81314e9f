"""Errors in hooks of the backward pass that are about the kind of the gradient: its layout, its dtype, its device."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import CodeType, FrameType, TracebackType

import torch

from whygrad.evidence.hooks import RefusedGradient
from whygrad.record.copying.snapshot import Copy
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.as_is import definition_of, each, is_a, text_of
from whygrad.record.seam.nodes import gradient_of

SPARSE = re.compile(r"sparse|layout|coalesced", re.IGNORECASE)
UNKNOWN_DTYPE = re.compile(r"not implemented for '(\w+)'")
CALLED = {  # by torch's errors
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
    torch.complex64: "ComplexFloat",
    torch.complex128: "ComplexDouble",
}


def refused_gradient(recorder: Recorder, error: Exception, copy: Copy) -> Iterator[RefusedGradient]:
    """The hook that was running when the pass failed, where the error names what its gradient is."""
    known = dict(recorder.watching.functions.hooks.latest)
    running = _running(error.__traceback__, known)
    if running is None or not recorder.stack.ownership[running.f_code.co_filename]:
        return
    text = text_of(error).partition("\n")[0]
    for given in _given(running):
        # After the accumulation a hook gets the parameter itself.
        gradient = gradient_of(given) if given.is_leaf and given.requires_grad else None
        kind = _kind_named(text, given if gradient is None else gradient)
        if kind:
            of = [recorder.origins.get(given)] if gradient is not None else _hooked(recorder, given.shape)
            leaves = copy.all_at([origin for origin in of if origin is not None])
            code = running.f_code
            yield RefusedGradient(definition_of(code), copy.chain(known[code]), kind, leaves)
            return


def _running(traceback: TracebackType | None, known: dict[CodeType, Frames]) -> FrameType | None:
    """The innermost frame of a hook that the program has registered."""
    found = None
    while traceback is not None:
        found = traceback.tb_frame if traceback.tb_frame.f_code in known else found
        traceback = traceback.tb_next
    return found


def _given(frame: FrameType) -> Iterator[torch.Tensor]:
    """The tensors among a hook's arguments, as they are now; a module's hook gets tuples of them."""
    code = frame.f_code
    for name in code.co_varnames[: code.co_argcount]:
        value = frame.f_locals.get(name)
        values: Iterable[object] = (value,) if is_a(value, torch.Tensor) else each(value) if is_a(value, tuple) else ()
        for tensor in values:
            if is_a(tensor, torch.Tensor):
                yield tensor


def _kind_named(text: str, gradient: torch.Tensor) -> str:
    """What the gradient is, where the error speaks of that; empty otherwise."""
    if gradient.layout is not torch.strided:
        return "sparse" if SPARSE.search(text) else ""
    unknown = UNKNOWN_DTYPE.search(text)
    if unknown is not None:
        return str(gradient.dtype).removeprefix("torch.") if CALLED.get(gradient.dtype) == unknown.group(1) else ""
    if gradient.dtype.is_complex and "complex" in text:
        return "complex"
    device = gradient.device.type
    return f"on {device}" if re.search(rf"\bdevices?\b.*\b{device}\b", text) else ""


def _hooked(recorder: Recorder, shape: torch.Size) -> list[Origin]:
    """The leaves of that shape that got a hook."""
    refs = ((ref.origin, tensor) for ref in recorder.origins.refs() if (tensor := ref()) is not None)
    return [
        origin
        for origin, tensor in refs
        if origin is not None and (origin.extra or {}).get("hooked") and tensor.shape == shape
    ]
