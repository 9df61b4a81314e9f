"""Modules that DistributedDataParallel wraps: whether passes go through the wrapper, and whether ranks stay equal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from sys import _getframe
from types import CodeType, FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.replicas import ConvertedAfterWrapping, ReplicaPrint, WrapperBypassed
from whygrad.record.events import GradientClipped, PassEnded, StepBegan, StepEnded, Written
from whygrad.record.live.bounded import MANY_ORIGINS
from whygrad.record.live.origin import Frames, Origin, learning_parents
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.gradient_states import GradientState, gradient_state
from whygrad.record.seam.holdings import children_of, parameters_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import rests_without
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.processes.replicas import processes_in_all
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_PRINTS = 16  # of each module
MOST_WRAPPERS = 16

State = tuple[GradientState | None, ...]  # of each parameter


@dataclass
class _Wrapped:
    """What is known of one wrapper."""

    made: Frames
    kind: str  # the type and the device of its parameters when it was made
    forwards: int = 0  # calls of the wrapper's own forward since the latest pass
    past: Frames = ()  # a call that went past it, in a pass since the latest step
    through: bool = False  # a pass since the latest step went through it
    left: State = ()  # its gradients after the latest pass
    arrived: str = ""
    ran: Frames = ()
    written: Frames = ()  # who wrote its gradients since
    steps: int = 0
    bypassed: dict[Frames, int] = field(default_factory=dict)
    converted: tuple[Frames, str] | None = None
    prints: list[tuple[int, str, str, str, Frames, Frames]] = field(default_factory=list)
    given: str = ""


class WrappedModules(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._known: WeakKeys[torch.nn.Module, _Wrapped] = WeakKeys()
        self._all: list[_Wrapped] = []  # they outlive the modules, which end with the function that trains them

    def install(self, undo: Patches) -> None:
        forward = followed(self.recorder, before=self._forward, names=(FIRST,))
        replace(undo, "torch.nn.parallel:DistributedDataParallel.forward", forward)
        applied = followed(self.recorder, self._applied, before=self._applying, names=(FIRST,))
        replace(undo, "torch.nn:Module._apply", applied)

    def _wrappers(self) -> Iterator[tuple[torch.nn.Module, _Wrapped]]:
        for module, frames in self.recorder.run.replicas.made():
            if module not in self._known and len(self._all) < MOST_WRAPPERS:
                self._known[module] = _Wrapped(frames, _kind(module))
                self._all.append(self._known[module])
            if module in self._known:
                yield module, self._known[module]

    def _forward(self, known: Given, frame: FrameType) -> None:
        for module, wrapped in self._wrappers():
            wrapped.forwards += module is known[FIRST]

    def _applying(self, known: Given, frame: FrameType) -> None:
        for _ in self._wrappers():
            pass  # each is known as it is now

    def _applied(self, known: Given, _: object, out: object, frame: FrameType) -> None:
        """A module was moved or converted; torch calls this for each module inside too."""
        for module, wrapped in self._wrappers():
            kind = _kind(module)
            if wrapped.converted is None and kind != wrapped.kind and "," not in kind:
                wrapped.converted = (self.recorder.stack.capture(frame), kind)

    @rests_without("_all")
    def on_pass_ended(self, event: PassEnded) -> None:
        for module, wrapped in self._wrappers() if event.collects else ():
            state, was_called, wrapped.forwards = state_of_gradients(module), bool(wrapped.forwards), 0
            if state == wrapped.left:
                continue  # it has nothing to do with this one
            wrapped.left, wrapped.ran, wrapped.written = state, event.frames, ()
            wrapped.through |= was_called
            if not was_called and not wrapped.past:
                wrapped.past = self._call_of(module, event.known)
            if self._is_compared(wrapped):
                wrapped.arrived = _print([gradient_of(p) for p in _learning(module)])

    def _is_compared(self, wrapped: _Wrapped) -> bool:
        many = len(wrapped.prints) < MOST_PRINTS and processes_in_all() > 1
        return many and is_looked_at(wrapped.steps + 1)

    def _call_of(self, module: torch.nn.Module, roots: list[Origin]) -> Frames:
        """The call by which the program went past the wrapper: that of a function of the module inside."""
        held = {id(p) for p in _learning(module)}
        leaves = {id(ref.origin) for ref in self.recorder.origins.refs() if ref.id in held}
        own = _codes(module)
        for origin in breadth_first(roots, learning_parents, MANY_ORIGINS):
            if any(id(parent) in leaves for parent in origin.parents):
                codes = origin.frames[::2]
                outermost = max((at for at, code in enumerate(codes) if code in own), default=-1)
                return origin.frames[2 * outermost + 2 :] or origin.frames
        return ()

    def on_written(self, event: Written) -> None:
        for module, wrapped in self._wrappers() if self._all else ():
            if wrapped.left and any(event.tensor is gradient_of(p) for p in _learning(module)):
                wrapped.written = event.origin.frames

    def on_gradient_clipped(self, event: GradientClipped) -> None:
        for module, wrapped in self._wrappers() if self._all else ():
            if wrapped.left and not wrapped.written and any(event.tensor is p for p in _learning(module)):
                wrapped.written = self.recorder.stack.capture(_outside(_getframe(1)))

    @rests_without("_all")
    def on_step_began(self, event: StepBegan) -> None:
        for module, wrapped in self._of(event):
            untouched = state_of_gradients(module) == wrapped.left  # else the program may have averaged them itself
            if wrapped.past and not wrapped.through and untouched:
                wrapped.bypassed[wrapped.past] = wrapped.bypassed.get(wrapped.past, 0) + 1
            if self._is_compared(wrapped):
                wrapped.given = _print([gradient_of(p) for p in _learning(module)])

    @rests_without("_all")
    def on_step_ended(self, event: StepEnded) -> None:
        for module, wrapped in self._of(event):
            if self._is_compared(wrapped) and wrapped.given:
                after = _print(list(_learning(module)))
                wrapped.prints.append(
                    (wrapped.steps + 1, wrapped.arrived, wrapped.given, after, wrapped.ran, wrapped.written)
                )
            wrapped.steps += 1
            wrapped.past, wrapped.through, wrapped.given, wrapped.written = (), False, "", ()

    def _of(self, event: StepBegan | StepEnded) -> Iterator[tuple[torch.nn.Module, _Wrapped]]:
        """The wrappers whose parameters this optimizer holds."""
        for module, wrapped in self._wrappers():
            if any(id(p) in event.history.learners for p in _learning(module)):
                yield module, wrapped

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for number, wrapped in enumerate(self._all):
            made = copy.chain(wrapped.made)
            for call, steps in wrapped.bypassed.items():
                yield WrapperBypassed(copy.chain(call), made, steps)
            if wrapped.converted is not None and wrapped.steps:
                frames, kind = wrapped.converted
                yield ConvertedAfterWrapping(copy.chain(frames), made, wrapped.kind, kind)
            for step, arrived, given, after, ran, written in wrapped.prints:
                yield ReplicaPrint(number, step, arrived, given, after, copy.chain(ran), copy.chain(written))


def _outside(frame: FrameType) -> FrameType:
    """The nearest frame that is none of ours."""
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith("whygrad."):
        frame = frame.f_back
    return frame


def _learning(module: torch.nn.Module) -> list[torch.Tensor]:
    return [p for p in parameters_in(module) if torch_api.requires_grad(p)]


def _kind(module: torch.nn.Module) -> str:
    """Of which type, and where its parameters are; several where they differ."""
    kinds = {f"{p.dtype} on {p.device.type}".removeprefix("torch.") for p in _learning(module)}
    return ",".join(sorted(kinds))


def state_of_gradients(module: torch.nn.Module) -> State:
    return tuple(map(gradient_state, _learning(module)))


def _print(tensors: list[torch.Tensor | None]) -> str:
    """A short text that is equal for equal values, and hardly for others."""
    sums = [_sums(t) for t in tensors if t is not None and torch_api.is_readable(t)]
    return hashlib.sha256(str(sums).encode()).hexdigest()[:16]


def _sums(tensor: torch.Tensor) -> tuple[float, float]:
    values = tensor.detach().double()
    return float(values.sum()), float(values.abs().sum())


def _codes(wrapper: torch.nn.Module) -> set[CodeType]:
    """The functions of the class of what is wrapped, and of its bases."""
    found: set[CodeType] = set()
    inner = dict(children_of(wrapper)).get("module")
    for kind in type(inner).__mro__:
        codes = (code_of(value) for value in kind.__dict__.values())
        found.update(code for code in codes if code is not None)
    return found
