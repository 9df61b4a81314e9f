"""Scripted, traced and frozen modules: what they compute is not seen, what goes in and comes out is."""

from __future__ import annotations

from collections.abc import Callable
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.marks import MadeConstant
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import Args, Given, Kwargs, followed
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.seam.patching import Patches, replace

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


class ScriptCalls:
    """Links a scripted module's results to its arguments and parameters, also to those that `freeze` inlined."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._frozen: WeakKeys[object, tuple[Frames, tuple[Origin, ...]]] = WeakKeys()

    def install(self, undo: Patches) -> None:
        replace(undo, "torch.jit:ScriptModule.__call__", self._call)
        for name in ("freeze", "optimize_for_inference"):
            replace(undo, f"torch.jit:{name}", followed(self._recorder, self._note_frozen, names=("mod",)))

    def _note_frozen(self, known: Given, frozen: object, frame: FrameType) -> None:
        module = known["mod"]
        if module in self._frozen:
            self._frozen[frozen] = self._frozen[module]
            return
        parameters = parameters_in(module) if is_a(module, torch.nn.Module) else ()
        inlined = tuple(self._recorder.origin_of(p, frame) for p in parameters)
        if inlined:
            self._frozen[frozen] = (self._recorder.stack.capture(frame), inlined)

    def _call(self, original: Callable[..., object]) -> Callable[..., object]:
        recorder = self._recorder

        def __call__(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            out = original(*args, **kwargs)
            recorder.seen(self._note_call, args, kwargs, out, _getframe(1))
            return out

        return __call__

    def _note_call(self, args: Args, kwargs: Kwargs, out: object, frame: FrameType) -> None:
        recorder, module = self._recorder, args[0]
        parents: list[Origin] = []
        parameters = parameters_in(module) if is_a(module, torch.nn.Module) else []
        recorder.take((args[1:], kwargs, parameters), parents, frame)
        frozen = self._frozen.get(module)
        if frozen:
            parents.extend(frozen[1])
        for result in out if is_a(out, (tuple, list)) else (out,):
            if is_a(result, torch.Tensor):
                origin = recorder.mode.origin(
                    f"{getattr(module, 'original_name', 'module')} (scripted)",
                    tuple(parents),
                    recorder.stack.capture(frame),
                    0,
                    result,
                )
                if frozen:
                    origin.add(mark=MadeConstant(), mark_frames=frozen[0])
                recorder.origins.put(result, origin)
