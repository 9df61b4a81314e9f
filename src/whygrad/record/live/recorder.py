"""The recorder: what it keeps, what goes into a call, and how it fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import torch

from whygrad.evidence.functions import CustomFunction
from whygrad.record import hotpath
from whygrad.record.copying.who_keeps import note_kept
from whygrad.record.events import Events, LeafWritten, Written
from whygrad.record.live.appearing import appeared
from whygrad.record.live.exports import Exports, is_array
from whygrad.record.live.grad_modes import GradModes
from whygrad.record.live.guards import Guards
from whygrad.record.live.limits import Limits
from whygrad.record.live.mode import RecordingMode
from whygrad.record.live.mode_suspension import Presence
from whygrad.record.live.origin import (
    LEAF,
    OUTSIDE,
    REQUIRES_GRAD,
    Frames,
    Origin,
    Origins,
)
from whygrad.record.live.special_calls import SpecialCalls
from whygrad.record.live.stack import Stack
from whygrad.record.live.steady import Steady
from whygrad.record.live.weak_tables import WeakKeys, WeakThings
from whygrad.record.live.writes import Writes
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import each, is_a, items_of, signature_of
from whygrad.record.seam.given import values_of
from whygrad.record.seam.hooked_saves import HookedSaves
from whygrad.record.training.hook_writes import HookWrites
from whygrad.record.training.looked_calls import LookedCalls
from whygrad.record.training.probe import Probe
from whygrad.record.training.training import Training
from whygrad.record.watchers import Watcher, all_watchers
from whygrad.record.watchers.functions.backward_checks import BackwardChecks
from whygrad.record.watchers.functions.checkpoints import Checkpoints
from whygrad.record.watchers.functions.piled_hooks import Hooking
from whygrad.record.watchers.functions.registered_hooks import Hooks
from whygrad.record.watchers.modules.late_modules import Grafts
from whygrad.record.watchers.modules.shared_parameters import Tying
from whygrad.record.watchers.processes.replicas import Replicas
from whygrad.record.watchers.processes.torch_warnings import Warned
from whygrad.record.watchers.steps.retained_graphs import Growing
from whygrad.record.watchers.steps.steps_without_gradient import Evals
from whygrad.record.watchers.steps.unchanged_parameters import Standstill
from whygrad.record.watchers.steps.updates_by_hand import UpdatesByHand
from whygrad.record.watchers.tensors.copied_values import Puts
from whygrad.record.watchers.tensors.retained_gradients import RetainedGradients
from whygrad.record.watchers.tensors.untracked_writes import Untracked
from whygrad.source.owner import Ownership

if TYPE_CHECKING:
    from whygrad.record.watchers.steps.gradient_reads import Readings

KEPT_ROOTS = 8  # backward passes whose graph stays known
NESTING = 4  # how deep tensors are looked for in an argument's containers
ELEMENTS = 4096  # and how far

Kind = TypeVar("Kind", bound=Watcher)
TapeMaker = Callable[["Recorder"], Any]  # the tape builds on the recorder, so it is handed in


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
        self.optimizers: WeakKeys[torch.optim.Optimizer, Frames] = WeakKeys()
        self.waiting: WeakThings[torch.optim.Optimizer] = WeakThings()  # cleared for the next pass
        self.roots: deque[Origin] = deque(maxlen=KEPT_ROOTS)  # of the latest backward passes
        self.writes = Writes()
        self.replicas = Replicas()
        self.warned, self.limits = Warned(self.stack), Limits(self.stack.ownership)
        self.passes = 0  # backward passes so far
        self.failed_call: tuple[str, Origin] | None = None
        self.failed_function: CustomFunction | None = None  # the custom Function that raised last
        self.installed = False
        self.check_functions = check_functions  # by running them again
        self.training = Training(self)
        self.hook_writes = HookWrites(self.stack.ownership)
        self.probe = Probe(HookedSaves(), self.hook_writes)
        self.looked = LookedCalls()
        self.growing = Growing(self.roots, self.stack.ownership)
        self.watchers = tuple(watcher(self) for watcher in all_watchers())
        self.events = Events(self.watchers)
        self.retained, self.updating = self.watcher(RetainedGradients), self.watcher(UpdatesByHand)
        self.backward_checks = self.watcher(BackwardChecks)
        self.readings: Readings | None = None  # set where looks are wanted
        self.untracked, self.puts, self.hooking = Untracked(self), Puts(self), Hooking(self)
        self.tying, self.grafts = Tying(self), Grafts(self)
        self.hooks, self.checkpoints = Hooks(self), Checkpoints(self)
        self.standstill, self.evals = Standstill(self), Evals(self)
        self.taping = taping(self) if taping is not None else None
        special_calls = SpecialCalls(self)
        self.special, self.special_endings = special_calls.table, special_calls.endings
        self.mode = RecordingMode(self)
        self.presence = Presence(self.mode, set())
        self.steady = Steady(self, steady)
        self.mode.taping = self.taping
        self.hot = hotpath.install(self)

    def watcher(self, kind: type[Kind]) -> Kind:
        """The one watcher of this kind, for the core itself; watchers do not ask for each other."""
        return next(watcher for watcher in self.watchers if is_a(watcher, kind))

    def _held(self) -> list[Origin]:
        """The Origins that the recorder itself keeps alive."""
        return [*self.exports.held(), *self.roots, *([self.failed_call[1]] if self.failed_call else [])]

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

    def _take_all(self, values: Any, parents: list[Origin], frame: FrameType, depth: int) -> int:
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

    def written_through(self, base: torch.Tensor, view: torch.Tensor) -> None:
        """A view was written: its base has a new value too."""
        written = self.origins.get(view)
        before = self.origins.get(base)
        if written is not None:
            self.writes.add(written.op, written.frames, before)
        if torch_api.is_learning_leaf(base):
            return
        if written is not None:
            parents = (written,) if before is None else (before, written)
            both = Origin(written.op, parents, written.frames, written.flags & ~LEAF)
            both.flags |= REQUIRES_GRAD if torch_api.requires_grad(base) else 0
            both.dtype, both.switch = written.dtype, written.switch
            self.origins.put(base, both)

    def overwritten(self, func: Any, parents: Sequence[Origin], tensor: torch.Tensor, origin: Origin) -> None:
        """A tensor gets a new Origin, because a call has written it in place."""
        before = self.origins.get(tensor)
        self.writes.add_through_aliases(func, origin.frames, before)
        self.untracked.written(before, origin.frames, func)
        self.puts.into_alias(func, before, parents, origin.frames)
        self.puts.into_result(before, origin, tensor)
        self.hooking.overwritten(func, before, origin.frames)
        self.events.tell(Written(func, before, parents, origin, tensor))

    def look_at(self, func: Any, args: Any, kwargs: Any, results: Any, frame: FrameType) -> None:
        """On a step that is looked at closely: the values of what a call returned."""
        with torch_api.untold():
            self._look_at(func, values_of(args, kwargs), items_of(results), frame)

    def _look_at(self, func: Any, given: Any, found: list[Any], frame: FrameType) -> None:
        self.looked.met(func)
        self.untracked.array_used(func, given, found[0] if found else None)
        self.updating.called(func, given, found[0] if found else None)
        for result in found:
            ref = self.origins.ref(result)
            origin = ref.origin if ref is not None else None
            if origin is None:
                continue
            self.probe.result(given, result, origin)
            for value in given:
                if value is result:
                    if self.probe.is_read(origin.frames):
                        note_kept(result, origin, frame, self.stack)
                    break

    def leaf_written(self, func: Any, leaf: torch.Tensor, frame: FrameType) -> None:
        """A leaf got a new value in place: it stays the same leaf, but what was saved of it is stale."""
        origin, frames = self.origin_of(leaf, frame), self.stack.capture(frame)
        self.writes.add(func, frames, origin)
        self.events.tell(LeafWritten(origin))
        origin.add(written=self.passes, written_frames=frames, written_by=getattr(func, "__name__", ""))

    def call_failed(self, func: Any, args: Any, kwargs: Any, error: Exception, frame: FrameType) -> None:
        """A call of torch raised: remember what went in, in case the error ends the program."""
        parents: list[Origin] = []
        self.take((args, kwargs or {}), parents, frame)
        self.failed_call = (signature_of(error), Origin(func, tuple(parents), self.stack.capture(frame), 0))

    def on_tape(self, note: str, *args: Any) -> None:
        """Have it noted on the tape, where there is one."""
        if self.taping is not None and not self.broken:
            getattr(self.taping, note)(*args)
