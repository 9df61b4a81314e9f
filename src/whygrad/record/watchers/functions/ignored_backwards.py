"""Classes of the program's with a `backward` that autograd does not know of, and whose `forward` takes part in passes.

Such classes are rare. Where there are some, calls of `forward` are found in the graph of the passes that are looked at;
a module that returns its input as it is leaves nothing there, so that modules are listened to for a few passes too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from sys import _getframe
from types import CodeType, FrameType
from typing import TYPE_CHECKING

import torch
from torch import nn

from whygrad.evidence.functions import CustomFunction, IgnoredBackward
from whygrad.ops import COMPILED
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, definition_of, is_a, items_of, member_of
from whygrad.record.seam.own_hooks import Remove, put_after_forward
from whygrad.record.seam.patching import Patches
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW_PASSES = 3  # in which modules are listened to
MOST_CLASSES = 20_000  # that are asked: a library may have thousands

subclasses_of = type.__subclasses__


@dataclass
class _Defined:
    """One class with both methods."""

    cls: type
    forward: CodeType
    backward: CodeType
    call: Frames = ()
    is_excused: bool = False  # autograd, or the program itself, calls its `backward`

    @property
    def is_function(self) -> bool:
        return issubclass(self.cls, torch.autograd.Function)

    @property
    def is_module(self) -> bool:
        return issubclass(self.cls, nn.Module)


class IgnoredBackwards(Watcher):
    """Looks for such classes at the first pass: they are defined by then."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._defined: list[_Defined] | None = None
        self._by_forward: dict[int, _Defined] = {}  # by its code, which a code's own hash would be read for as a whole
        self._by_backward: dict[int, _Defined] = {}
        self._passes = 0
        self._leave: Remove | None = None

    def install(self, undo: Patches) -> None:
        undo.callback(self._stop_listening)

    def begin_anew(self) -> None:
        self._stop_listening()
        super().begin_anew()

    def on_pass_began(self, event: PassBegan) -> None:
        if self._defined is None:
            self._defined = list(islice(self._own_classes(), MOST))
            self._by_forward = {id(d.forward): d for d in self._defined}
            self._by_backward = {id(d.backward): d for d in self._defined}
            # The compiler would trace what listens together with the module.
            if any(d.is_module for d in self._defined) and not any(map(_is_compiled, event.graph.values)):
                self._leave = put_after_forward(self._heard)
        if not self._defined:
            return
        self._passes += 1
        if self._passes > FEW_PASSES:
            self._stop_listening()
        if event.inspected:
            for origin in event.graph.learning:
                self._note(origin)

    def _own_classes(self) -> Iterator[_Defined]:
        for cls in islice(_classes(), MOST_CLASSES):
            backward = code_of(member_of(cls, "backward"))
            if backward is not None and self._is_own(backward):
                forward = code_of(member_of(cls, "forward") or member_of(cls, "__call__"))
                if forward is not None and self._is_own(forward):
                    yield _Defined(cls, forward, backward)

    def _is_own(self, code: CodeType) -> bool:
        return self.recorder.stack.ownership[code.co_filename]

    def _note(self, origin: Origin) -> None:
        applied = (origin.extra or {}).get("function")
        if type(applied) is CustomFunction:
            for defined in self._defined or ():
                if applied.backward is not None and applied.backward == definition_of(defined.backward):
                    defined.is_excused = True
        for code in origin.frames[::2]:
            called = self._by_forward.get(id(code))
            if called is not None:
                called.call = called.call or _outside(origin.frames, called.forward)
            called = self._by_backward.get(id(code))
            if called is not None:
                called.is_excused = True

    def _heard(self, module: nn.Module, args: object, result: object) -> None:
        self.recorder.guarded(self._called, module, result, _getframe(1))

    def _called(self, module: nn.Module, result: object, frame: FrameType) -> None:
        listened = [d for d in self._defined or () if d.is_module]
        defined = next((d for d in listened if d.cls is type(module)), None)
        results = items_of(result) if is_a(result, (tuple, list)) else [result]
        if defined is None or not any(is_a(r, torch.Tensor) and torch_api.requires_grad(r) for r in results):
            return
        defined.call = defined.call or self.recorder.stack.capture(frame)
        if all(d.call for d in listened):
            self._stop_listening()

    def _stop_listening(self) -> None:
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()

    def of_run(self, copy: Copy) -> Iterator[IgnoredBackward]:
        for defined in self._defined or ():
            chain = copy.chain(defined.call)
            if chain and not defined.is_excused:
                places = definition_of(defined.forward), definition_of(defined.backward)
                yield IgnoredBackward(defined.cls.__name__, defined.is_function, *places, chain)


def _classes() -> Iterator[type]:
    """Modules and Functions, and those that are derived from nothing."""
    stack, met = [nn.Module, torch.autograd.Function], set[int]()
    while stack:
        for cls in subclasses_of(stack.pop()):
            if id(cls) not in met:
                met.add(id(cls))
                stack.append(cls)
                yield cls
    yield from subclasses_of(object)


def _outside(frames: Frames, forward: CodeType) -> Frames:
    """The frames of who called `forward`."""
    at = next(i for i, code in enumerate(frames[::2]) if code is forward)
    return frames[2 * at + 2 :]


def _is_compiled(origin: Origin) -> bool:
    return type(origin.op) is str and origin.op.endswith(COMPILED)
