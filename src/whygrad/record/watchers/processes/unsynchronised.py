"""Gradients of a wrapped module that nobody averages, though passes go through the wrapper.

DistributedDataParallel hooks the parameters that require a gradient when it is made: what is unfrozen or put in later
is not averaged. Inside `no_sync()` nothing is, and the gradients stay apart where no pass before the step is outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.replicas import HookedTooEarly, NeverSynchronised
from whygrad.record.events import PassEnded, StepBegan, StepEnded
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import named_tensors_in, parameters_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.processes.wrapped_modules import State, state_of_gradients

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NAMES = 64
SWITCH = "require_backward_grad_sync"  # what `no_sync()` sets to False


@dataclass
class _Wrapped:
    made: Frames
    hooked: list[OwnRef]
    late: dict[str, Frames] = field(default_factory=dict)  # names, and where each came in
    late_steps: int = 0
    inside: int = 0  # passes since the latest step that ran inside `no_sync()`
    outside: int = 0
    entered: Frames = ()  # the latest `no_sync()`
    apart: int = 0  # steps of which all passes were inside
    steps: int = 0
    left: State = ()  # its gradients after the latest pass
    stepped: tuple[int, ...] = ()  # how often each parameter had been written after the latest step
    averages: bool = False  # the program writes gradients, or parameters, itself: it may well average them


class Unsynchronised(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._known: WeakKeys[torch.nn.Module, _Wrapped] = WeakKeys()
        self._all: list[_Wrapped] = []  # they outlive the modules

    def begin_anew(self) -> None:
        """Modules that were wrapped stay so; what became of their passes is forgotten."""
        for wrapped in self._all:
            wrapped.late_steps = wrapped.inside = wrapped.outside = wrapped.apart = wrapped.steps = 0
            wrapped.entered, wrapped.averages = (), False

    def install(self, undo: Patches) -> None:
        made = followed(self.recorder, self._made, names=(FIRST,))
        replace(undo, "torch.nn.parallel:DistributedDataParallel.__init__", made)
        forward = followed(self.recorder, before=self._forward, names=(FIRST,))
        replace(undo, "torch.nn.parallel:DistributedDataParallel.forward", forward)
        entered = followed(self.recorder, before=self._entered, names=(FIRST,))
        replace(undo, "torch.nn.parallel:DistributedDataParallel.no_sync", entered)

    def _made(self, known: Given, out: object, frame: FrameType) -> None:
        module = known.get(FIRST)
        if is_a(module, torch.nn.Module) and len(self._all) < FEW_KEPT:
            hooked = [OwnRef(p) for p in parameters_in(module) if torch_api.requires_grad(p)]
            self._known[module] = _Wrapped(self.recorder.stack.capture(frame), hooked)
            self._all.append(self._known[module])
            self.recorder.watching.stir()

    def _entered(self, known: Given, frame: FrameType) -> None:
        for module, wrapped in self._known.pairs():
            if module is known.get(FIRST):
                wrapped.entered = self.recorder.stack.capture(frame)

    def _forward(self, known: Given, frame: FrameType) -> None:
        for module, wrapped in self._known.pairs():
            if module is known.get(FIRST) and attribute_of(module, "training") is True:
                inside = attribute_of(module, SWITCH) is False
                wrapped.inside, wrapped.outside = wrapped.inside + inside, wrapped.outside + (not inside)

    @rests_without("_all")
    def on_pass_ended(self, event: PassEnded) -> None:
        for module, wrapped in self._known.pairs():
            wrapped.left = state_of_gradients(module)

    @rests_without("_all")
    def on_step_began(self, event: StepBegan) -> None:
        for module, wrapped in self._of(event):
            written = _versions(module) != wrapped.stepped if wrapped.stepped else False
            wrapped.averages |= written or state_of_gradients(module) != wrapped.left

    def _of(self, event: StepBegan | StepEnded) -> Iterator[tuple[torch.nn.Module, _Wrapped]]:
        """The wrappers whose parameters this optimizer holds."""
        for module, wrapped in self._known.pairs():
            if any(id(p) in event.history.learners for p in parameters_in(module)):
                yield module, wrapped

    @rests_without("_all")
    def on_step_ended(self, event: StepEnded) -> None:
        for module, wrapped in self._of(event):
            wrapped.steps, wrapped.stepped = wrapped.steps + 1, _versions(module)
            wrapped.apart += bool(wrapped.inside and not wrapped.outside)
            if wrapped.outside:
                self._note_late(module, wrapped)
            wrapped.inside = wrapped.outside = 0

    def _note_late(self, module: torch.nn.Module, wrapped: _Wrapped) -> None:
        hooked = {id(ref()) for ref in wrapped.hooked}
        late = [(name, p) for name, p in named_tensors_in(module, "_parameters")
                if id(p) not in hooked and torch_api.requires_grad(p) and gradient_of(p) is not None]  # fmt: skip
        wrapped.late_steps += bool(late)
        for name, tensor in late[: NAMES - len(wrapped.late)]:
            origin = self.recorder.origins.get(tensor)
            facts = (origin.extra if origin is not None else None) or {}
            frames = facts.get("unfrozen") or facts.get("grafted") or ()
            wrapped.late.setdefault(name.removeprefix("module."), frames)

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for wrapped in self._all:
            if wrapped.averages:
                continue
            made = copy.chain(wrapped.made)
            if wrapped.late:
                came = next((frames for frames in wrapped.late.values() if frames), ())
                yield HookedTooEarly(made, copy.chain(came), tuple(wrapped.late), wrapped.late_steps)
            if wrapped.apart and wrapped.apart == wrapped.steps:
                yield NeverSynchronised(copy.chain(wrapped.entered), made, wrapped.steps)


def _versions(module: torch.nn.Module) -> tuple[int, ...]:
    return tuple(torch_api.version_of(p) for p in parameters_in(module))
