"""Keeps the recorder out of the program's sight: what shows frames, warnings, references or objects shows its own."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

from whygrad.interruptions.errors import OURS
from whygrad.record.live.origin import Origin, OwnRef
from whygrad.record.seam import torch_modes
from whygrad.record.seam.given import Args, Kwargs, given, names_of
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
    taping = recorder.mode.taping
    if taping is not None:
        replace(undo, "gc:get_objects", lambda original: _without(taping.kept_among, original))
    replace(undo, "torch.overrides:has_torch_function", lambda original: _without_the_mode(recorder, original))
    replace(undo, "torch.utils:swap_tensors", lambda original: _swap_tensors(recorder, original))


def _of_others(original: Callable[..., list[object]]) -> Callable[..., object]:
    """Tensors are held weakly by us; torch refuses to swap those that somebody holds so."""

    def getweakrefs(*args: object, **kwargs: object) -> list[object]:
        return [ref for ref in original(*args, **kwargs) if not issubclass(type(ref), OwnRef)]

    return getweakrefs


def _number_of_others(original: Callable[..., int]) -> Callable[..., object]:
    def getweakrefcount(*args: object, **kwargs: object) -> int:
        count = original(*args, **kwargs)
        return len(weakref.getweakrefs(*args)) if count else int(count)

    return getweakrefcount


def _without(
    kept_among: Callable[[list[object]], set[int]], original: Callable[..., list[object]]
) -> Callable[..., object]:
    """Who looks for a leak counts the tensors that live: those that are kept for `whygrad.grad` are no leak of his."""

    def get_objects(*args: object, **kwargs: object) -> list[object]:
        found = original(*args, **kwargs)
        everything = original() if args or kwargs else found
        ours = kept_among(everything)
        return [thing for thing in found if id(thing) not in ours] if ours else found

    return get_objects


def _without_the_mode(recorder: Recorder, original: Callable[..., object]) -> Callable[..., object]:
    """Modules (transformers, attention) ask this before they take a fused path, which gives other bits."""

    def has_torch_function(*args: object, **kwargs: object) -> bool:
        before = recorder.contained(torch_modes.modes)
        try:
            recorder.contained(torch_modes.remove_mode, recorder.mode)
            return bool(original(*args, **kwargs))
        finally:
            if before:
                recorder.put_back(torch_modes.arrange, before)

    return has_torch_function


def _swap_tensors(recorder: Recorder, original: Callable[..., object]) -> Callable[..., object]:
    """What was known of the tensors changes places with them."""

    names = names_of(original)

    def swap_tensors(*args: object, **kwargs: object) -> object:
        taken = None
        try:
            taken = recorder.contained(take_out, args, kwargs)
            out = original(*args, **kwargs)
            taken = recorder.contained(crossed, taken)
            return out
        finally:
            recorder.guarded(put_back, taken)

    def take_out(args: Args, kwargs: Kwargs) -> list[tuple[object, Origin | None]]:
        return [(tensor, recorder.origins.take_out(tensor)) for tensor in given(names, args, kwargs).values()]

    def crossed(taken: list[tuple[object, Origin | None]]) -> list[tuple[object, Origin | None]]:
        return [(tensor, origin) for (tensor, _), (_, origin) in zip(taken, reversed(taken), strict=True)]

    def put_back(taken: list[tuple[object, Origin | None]] | None) -> None:
        for tensor, origin in taken or ():
            if origin is not None:
                recorder.origins.put(tensor, origin)

    return swap_tensors
