"""The recorder: what it keeps, what goes into a call, and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import Any

import torch

from whygrad.record import hotpath
from whygrad.record.copying.who_keeps import note_kept
from whygrad.record.live.appearing import appeared
from whygrad.record.live.exports import Exports, is_array
from whygrad.record.live.grad_modes import GradModes
from whygrad.record.live.guards import Guards
from whygrad.record.live.mode import RecordingMode
from whygrad.record.live.mode_suspension import ModeSuspension
from whygrad.record.live.origin import OUTSIDE, Origin, Origins
from whygrad.record.live.run import Run
from whygrad.record.live.stack import Stack
from whygrad.record.live.steady import Steady
from whygrad.record.live.taping import Taping
from whygrad.record.live.watching import Watching
from whygrad.record.seam import torch_api, torch_modes
from whygrad.record.seam.as_is import each, is_a, items_of, signature_of
from whygrad.record.seam.given import Args, Kwargs, values_of
from whygrad.record.seam.hooked_saves import HookedSaves
from whygrad.record.training.hook_writes import HookWrites
from whygrad.record.training.probe import Probe
from whygrad.record.training.training import Training
from whygrad.source.owner import Ownership

NESTING = 4  # how deep tensors are looked for in an argument's containers
ELEMENTS = 4096  # and how far

TapeMaker = Callable[["Recorder"], Taping]


class Recorder(Guards):
    """Keeps the uncut graph of the program that runs while it is installed (see `install.py`)."""

    def __init__(
        self,
        own_folders: tuple[str, ...] = (),
        steady: bool = False,
        taping: TapeMaker | None = None,
        check_functions: bool = False,
    ) -> None:
        self.stack = Stack(Ownership(own_folders, (torch_api.TORCH_FOLDER,)))
        self.origins = Origins(self._held)
        self.exports = Exports()
        self.modes = GradModes(self.stack)
        self.run = Run(self.stack)
        self.training = Training(self)
        self.probe = Probe(HookedSaves(), HookWrites(self.stack.ownership))
        self.watching = Watching(self)
        self.watching.functions.backward_checks.runs_again = check_functions
        self.mode = RecordingMode(self, taping(self) if taping is not None else None)
        self.suspension = ModeSuspension(self.mode, set())
        self.steady = Steady(self, steady)
        self.mode.hot = hotpath.install(self)

    def _held(self) -> list[Origin]:
        """The Origins that the recorder itself keeps alive."""
        return [*self.exports.held(), *self.run.held()]

    # -- what goes into a call -------------------------------------------------------------------------------------

    def take(self, value: Any, parents: list[Origin], frame: FrameType, depth: int = 0) -> int:
        """Add the Origins of `value` to `parents`; returns OUTSIDE where a number or an array came in."""
        kind = type(value)
        if issubclass(kind, torch.Tensor):
            parents.append(self.origin_of(value, frame))
            return 0
        if issubclass(kind, (list, tuple, dict)):
            return self._take_all(value, parents, frame, depth) if depth < NESTING else 0
        if issubclass(kind, (float, complex)) or is_array(value):
            known = self.exports.of(value)
            if known is not None:
                parents.append(known)
            return OUTSIDE
        return 0

    def _take_all(self, values: object, parents: list[Origin], frame: FrameType, depth: int) -> int:
        found, table = 0, self.origins.living()
        for index, item in enumerate(each(values)):
            if index > ELEMENTS:
                break
            kind, ref = type(item), table.get(id(item))
            if ref is not None and ref.origin is not None:
                parents.append(ref.origin)
            elif kind is int or kind is bool or kind is str:
                found |= OUTSIDE
            else:
                found |= self.take(item, parents, frame, depth + 1)
        return found

    def origin_of(self, tensor: torch.Tensor, frame: FrameType) -> Origin:
        """The tensor's Origin; a tensor seen for the first time gets one."""
        return self.origins.get(tensor) or appeared(self, tensor, frame)

    def look_at(self, func: object, args: Args, kwargs: Kwargs | None, results: object, frame: FrameType) -> None:
        """On a step that is looked at closely: the values of what a call returned."""
        torch_modes.call_untold(self._look_at, func, values_of(args, kwargs), items_of(results), frame)

    def _look_at(self, func: object, given: Args, found: list[object], frame: FrameType) -> None:
        self.probe.looked.met(func)
        self.watching.tensors.untracked.array_used(func, given, found[0] if found else None)
        self.watching.steps.updating.called(func, given, found[0] if found else None)
        self.watching.steps.averaging.called(func, given, found[0] if found else None)
        for result in found:
            ref = self.origins.ref(result)
            origin = ref.origin if ref is not None else None
            if origin is None:
                continue
            self.probe.result(given, result, origin)
            for value in given:
                if value is result and is_a(result, torch.Tensor):
                    if self.probe.is_read(origin.frames):
                        note_kept(result, origin, frame, self.stack)
                    break

    def call_failed(self, func: object, args: Args, kwargs: Kwargs | None, error: Exception, frame: FrameType) -> None:
        """A call of torch raised: remember what went in, in case the error ends the program."""
        parents: list[Origin] = []
        self.take((args, kwargs or {}), parents, frame)
        self.run.failed_call = (signature_of(error), Origin(func, tuple(parents), self.stack.capture(frame), 0))

    def on_tape(self, note: str, *args: object) -> None:
        """Have it noted on the tape, where there is one."""
        if self.mode.taping is not None and not self.broken:
            getattr(self.mode.taping, note)(*args)
