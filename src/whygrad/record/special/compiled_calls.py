"""Calls of compiled code: what they compute is not seen, what goes in and comes out is."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.ops import COMPILED
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Origin
from whygrad.record.seam import patched, torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, items_of, owner_of
from whygrad.record.seam.compiled_graphs import CompiledRun
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.seam.nodes import autograd_leaves
from whygrad.record.watchers.functions.watched_state import named_by

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def note_compiled_call(recorder: Recorder, frame: FrameType) -> None:
    """Link the results of a call of compiled code to its arguments and parameters; `frame` is the compiler's own.

    Autograd leads from a result to every leaf that compiled code used, also to those that get no gradient there, unless
    it was run operation by operation; the compiler's own graph has those too, and knows which result each leads to.
    Where autograd leads to nothing, all that may have been used is linked.
    """
    known = frame.f_locals
    is_told = patched.COMPILED_RESULT in known
    found = _flat(known[patched.COMPILED_RESULT]) if is_told else [ref() for ref in recorder.suspension.computed]
    results = [r for r in found if is_a(r, torch.Tensor) and _is_made_inside(recorder, r)]
    function = known.get("fn")
    if not results or function is None:
        return
    given: list[Origin] = []
    recorder.take((known.get("args"), known.get("kwargs")), given, frame)
    inside = parameters_of(function) if not any(map(torch_api.requires_grad, results)) else []
    learning = any(result.grad_fn is not None for result in results)
    run = CompiledRun(function, known.get("args"), known.get("kwargs")) if learning else None
    frames, name = recorder.stack.capture(frame), _name_of(function)
    for result in results:
        learns = result.grad_fn is not None
        leaves = _leaves_of(result, run) if run is not None and learns else inside
        behind = [recorder.origin_of(leaf, frame) for leaf in leaves]
        behind += [] if is_told else _taken_by(recorder.origins.get(result))
        passed = [o for o in given if not (learns and o.flags & LEAF and o.flags & REQUIRES_GRAD)]
        origin = recorder.mode.origin(f"{name}{COMPILED}", tuple(dict.fromkeys(passed + behind)), frames, 0, result)
        recorder.origins.put(result, origin)


def _leaves_of(result: torch.Tensor, run: CompiledRun) -> list[torch.Tensor]:
    """Autograd's, and those that the compiler knows of, without those that lead to other results alone."""
    leading, others = run.leaves(result)
    skipped = {id(leaf) for leaf in others}
    found = [leaf for leaf in autograd_leaves(result) if id(leaf) not in skipped]
    met = {id(leaf) for leaf in found}
    return found + [leaf for leaf in leading if id(leaf) not in met]


def _is_made_inside(recorder: Recorder, result: torch.Tensor) -> bool:
    """And not passed in, or kept from before."""
    origin = recorder.origins.get(result)
    return origin is None or origin.op == patched.COMPILED_FUNCTION


def _taken_by(compiled: Origin | None) -> list[Origin]:
    """What compiled code was handed, by the Origin of what it computed.

    The compiler detaches first what gets no gradient there, out of sight: only whose memory it is in is known of that.
    """
    taken = []
    for origin in compiled.parents if compiled is not None else ():
        while not origin.op and not origin.flags & REQUIRES_GRAD and len(origin.parents) == 1:
            (origin,) = origin.parents
        taken.append(origin)
    return taken


def _flat(result: object) -> list[object]:
    """The results of a call; those of a dictionary, or deeper down, get their Origins where they are used."""
    return items_of(result) if is_a(result, (tuple, list)) else [result]


def parameters_of(function: object) -> list[torch.Tensor]:
    """The parameters of the module that a function belongs to, or of modules and tensors that its code names."""
    owner = function if is_a(function, torch.nn.Module) else owner_of(function)
    values = [owner] if is_a(owner, torch.nn.Module) else [value for _, value in named_by(function)]
    modules = [parameters_in(value) for value in values if is_a(value, torch.nn.Module)]
    return [*(p for some in modules for p in some), *(v for v in values if is_a(v, torch.Tensor))]


def _name_of(function: object) -> str:
    owner = owner_of(function)
    if is_a(owner, torch.nn.Module):
        return type(owner).__name__
    name = attribute_of(function, "__name__") or getattr(function, "__name__", "")
    return name if is_a(name, str) and name else "function"
