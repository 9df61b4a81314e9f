"""Keeps the recorder out of the program's sight: what shows frames, warnings, references or objects shows its own."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch
import torch.overrides

from whygrad.interruptions.errors import OURS
from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_modes
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.unseen import counted_frames, hidden_frames, own_lines_in_warnings

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

__all__ = ["OURS", "install"]


def install(recorder: Recorder, undo: Patches) -> None:
    hidden_frames.install(recorder, undo)
    counted_frames.install(recorder, undo)
    own_lines_in_warnings.install(recorder, undo)
    replace(undo, "weakref:getweakrefs", _of_others)
    replace(undo, "weakref:getweakrefcount", _number_of_others)
    taping = recorder.taping
    if taping is not None:
        replace(undo, "gc:get_objects", lambda original: _without(taping.kept_among, original))
    replace(undo, "torch.overrides:has_torch_function", lambda original: _without_the_mode(recorder, original))
    replace(undo, "torch.utils:swap_tensors", lambda original: _swap_tensors(recorder, original))


def _of_others(original: Callable[..., Any]) -> Callable[..., Any]:
    """Tensors are held weakly by us; torch refuses to swap those that somebody holds so."""

    def getweakrefs(thing: Any) -> list[Any]:
        return [ref for ref in original(thing) if not isinstance(ref, OwnRef)]

    return getweakrefs


def _number_of_others(original: Callable[..., Any]) -> Callable[..., Any]:
    def getweakrefcount(thing: Any) -> int:
        return len(weakref.getweakrefs(thing)) if isinstance(thing, torch.Tensor) else int(original(thing))

    return getweakrefcount


def _without(kept_among: Callable[[list[Any]], set[int]], original: Callable[..., Any]) -> Callable[..., Any]:
    """Who looks for a leak counts the tensors that live: those that are kept for `whygrad.grad` are no leak of his."""

    def get_objects(*args: Any, **kwargs: Any) -> list[Any]:
        found: list[Any] = original(*args, **kwargs)
        everything = original() if args or kwargs else found
        ours = kept_among(everything)
        return [thing for thing in found if id(thing) not in ours] if ours else found

    return get_objects


def _without_the_mode(recorder: Recorder, original: Callable[..., Any]) -> Callable[..., Any]:
    """Modules (transformers, attention) ask this before they take a fused path, which gives other bits."""

    def has_torch_function(arguments: Any) -> bool:
        before = recorder.contained(torch_modes.modes)
        try:
            recorder.contained(torch_modes.remove_mode, recorder.mode)
            return bool(original(arguments))
        finally:
            if before:
                recorder.put_back(torch_modes.arrange, before)

    return has_torch_function


def _swap_tensors(recorder: Recorder, original: Callable[..., Any]) -> Callable[..., Any]:
    """What was known of the tensors changes places with them."""

    def swap_tensors(t1: Any, t2: Any) -> Any:
        take_out = recorder.origins.take_out
        origins: tuple[Any, Any] = (None, None)
        try:
            origins = recorder.contained(lambda: (take_out(t1), take_out(t2))) or origins
            out = original(t1, t2)
            origins = origins[::-1]
            return out
        finally:
            for tensor, origin in zip((t1, t2), origins, strict=True):
                if origin is not None:
                    recorder.guarded(recorder.origins.put, tensor, origin)

    return swap_tensors
