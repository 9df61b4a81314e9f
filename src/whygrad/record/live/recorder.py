"""The recorder: what it keeps, what it does at the calls that need more than a note, and how it fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import torch

from whygrad.record import hotpath
from whygrad.record.copying.who_keeps import note_kept
from whygrad.record.events import Events, GradientRead, LeafWritten, Written
from whygrad.record.live.appearing import appeared
from whygrad.record.live.data_set import note_data_set
from whygrad.record.live.exports import Exports, is_array
from whygrad.record.live.grad_modes import GradModes
from whygrad.record.live.guards import Guards
from whygrad.record.live.limits import Limits
from whygrad.record.live.mode import RecordingMode
from whygrad.record.live.mode_suspension import Presence
from whygrad.record.live.origin import (
    BRANCH,
    EXPORT,
    LEAF,
    OUTSIDE,
    REQUIRES_GRAD,
    Frames,
    Origin,
    Origins,
)
from whygrad.record.live.requires_grad_set import note_requires_grad
from whygrad.record.live.stack import Stack
from whygrad.record.live.steady import Steady
from whygrad.record.live.weak_tables import WeakKeys, WeakThings
from whygrad.record.live.writes import Writes
from whygrad.record.seam import torch_api
from whygrad.record.seam.hooked_saves import HookedSaves
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
FIRST_ARGUMENTS = ("self", "input", "enabled")  # as torch calls them

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
        self.failed_function: dict[str, Any] | None = None  # the custom Function that raised last
        self.installed = False
        self.check_functions = check_functions  # by running them again
        self.training = Training(self)
        self.probe = Probe(HookedSaves())
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
        self.special = self._special_functions()
        self.mode = RecordingMode(self)
        self.presence = Presence(self.mode, set())
        self.steady = Steady(self, steady)
        self.taping = taping(self) if taping is not None else None
        self.mode.taping = self.taping
        self.hot = hotpath.install(self)

    def _special_functions(self) -> dict[Any, Any]:
        tensor: Any = torch.Tensor
        special = {
            tensor.requires_grad.__set__: self._requires_grad_set,
            tensor.requires_grad_: self._requires_grad_set,
            tensor.__setitem__: self._element_set,
            tensor.data.__set__: self._data_set,
            tensor.grad.__get__: self._grad_read,
            torch_api.set_grad_enabled_function: self._grad_mode_set,
            torch.autograd.grad: self._gradient_taken,
            tensor.retain_grad: self._retained,
        }
        special.update(self.hooks.special())
        special.update(dict.fromkeys(torch_api.EXPORTS, self._exported))
        special.update(dict.fromkeys(torch_api.BRANCHES, self._branched))
        return special

    def watcher(self, kind: type[Kind]) -> Kind:
        """The one watcher of this kind, for the core itself; watchers do not ask for each other."""
        return next(watcher for watcher in self.watchers if isinstance(watcher, kind))

    def _held(self) -> list[Origin]:
        """The Origins that the recorder itself keeps alive."""
        return [*self.exports.held(), *self.roots, *([self.failed_call[1]] if self.failed_call else [])]

    # -- what goes into a call -------------------------------------------------------------------------------------

    def take(self, value: Any, parents: list[Origin], frame: FrameType, depth: int = 0) -> int:
        """Add the Origins of `value` to `parents`; returns OUTSIDE where a number or an array came in."""
        if isinstance(value, torch.Tensor):
            parents.append(self.origin_of(value, frame))
            return 0
        if isinstance(value, (list, tuple, dict)):
            return self._take_all(value, parents, frame, depth) if depth < NESTING else 0
        if isinstance(value, (float, complex)) or is_array(value):
            known = self.exports.of(value)
            if known is not None:
                parents.append(known)
            return OUTSIDE
        return 0

    def _take_all(self, values: Any, parents: list[Origin], frame: FrameType, depth: int) -> int:
        found = 0
        items = values.values() if isinstance(values, dict) else values
        for index, item in enumerate(items):
            if index > ELEMENTS:
                break
            if item.__class__ in (int, bool, str):
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

    def overwritten(self, func: Any, parents: list[Origin], tensor: torch.Tensor, origin: Origin) -> None:
        """A tensor gets a new Origin, because a call has written it in place."""
        before = self.origins.get(tensor)
        self.writes.add_through_aliases(func, origin.frames, before)
        self.untracked.written(before, origin.frames, func)
        self.puts.into_alias(func, before, parents, origin.frames)
        self.puts.into_result(before, origin, tensor)
        self.hooking.overwritten(func, before, origin.frames)
        self.events.tell(Written(func, before, parents, origin, tensor))

    def look_at(self, func: Any, args: Any, results: Any, frame: FrameType) -> None:
        """On a step that is looked at closely: the values of what a call returned."""
        with torch_api.untold():
            self._look_at(func, args, results, frame)

    def _look_at(self, func: Any, args: Any, results: Any, frame: FrameType) -> None:
        self.untracked.array_used(func, args, results[0] if results else None)
        self.updating.called(func, args, results[0] if results else None)
        for result in results:
            if isinstance(result, torch.Tensor):
                origin = self.origins.get(result)
                self.probe.result(args, result, origin)
                if origin is not None and args and args[0] is result:
                    note_kept(result, origin, frame, self.stack)

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
        self.failed_call = (
            f"{type(error).__name__}: {error}",
            Origin(func, tuple(parents), self.stack.capture(frame), 0),
        )

    # -- the calls that need more than a note -----------------------------------------------------------------------

    def on_tape(self, note: str, *args: Any) -> None:
        """Have it noted on the tape, where there is one."""
        if self.taping is not None and not self.broken:
            getattr(self.taping, note)(*args)

    def _told_of(self, note: Callable[[Any], None], args: Any, kwargs: Any) -> None:
        """Note what a call did with its first argument, however that was given; who gave none gets torch's own word."""
        if args:
            self.guarded(note, args[0])
            return
        for name in FIRST_ARGUMENTS:
            if name in kwargs:
                self.guarded(note, kwargs[name])
                return

    def _grad_mode_set(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self._told_of(lambda enabled: self.modes.grad_mode_set(bool(enabled), frame), args, kwargs)
        return out

    def _requires_grad_set(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self._told_of(lambda tensor: note_requires_grad(self, tensor, frame), args, kwargs)
        return out

    def _element_set(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        taping = self.taping
        pending = self.guarded(taping.before_setting, *args[:3]) if taping is not None else None
        out = func(*args, **kwargs)
        self.guarded(self._note_write, func, args, frame)
        if taping is not None and pending is not None:
            self.guarded(taping.after_setting, pending, args, frame)
        return out

    def _note_write(self, func: Any, args: Any, frame: FrameType) -> None:
        written = args[0]
        if torch_api.is_learning_leaf(written):
            self.leaf_written(func, written, frame)
            self.puts.into_leaf(func, args, written, frame)
            return
        parents: list[Origin] = []
        flags = 0
        for value in args:
            flags |= self.take(value, parents, frame)
        origin = self.mode.origin(func, tuple(parents), self.stack.capture(frame), flags, written)
        self.overwritten(func, parents, written, origin)
        self.origins.put(written, origin)
        base = torch_api.view_base(written)
        if base is not None:
            self.written_through(base, written)

    def _data_set(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self.guarded(note_data_set, self, func, args, frame)
        if self.taping is not None:
            self.guarded(self.taping.tape.moved, args[0])
        return out

    def _gradient_taken(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self.guarded(self._note_gradient, func, args, kwargs, out, frame)
        return out

    def _note_gradient(self, func: Any, args: Any, kwargs: Any, out: Any, frame: FrameType) -> None:
        self.mode.note(func, args, kwargs, tuple(out), 2, frame)
        for gradient in out:
            origin = self.origins.get(gradient) if gradient is not None else None
            if origin is not None and kwargs.get("create_graph"):
                origin.add(detail="create_graph")

    def _grad_read(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        if self.passes and self.readings is not None:
            self.guarded(self.readings.read, args[0], frame)
        if out is not None:
            self.guarded(self._note_grad, func, args[0], out, frame)
        else:
            self.guarded(self.retained.read_nothing, args[0], frame)
        return out

    def _retained(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self._told_of(lambda tensor: self.retained.asked(tensor, frame), args, kwargs)
        return out

    def _note_grad(self, func: Any, tensor: torch.Tensor, grad: torch.Tensor, frame: FrameType) -> None:
        origin = self.origin_of(tensor, frame)
        self.events.tell(GradientRead(origin))
        self.retained.read(tensor, frame)
        if self.stack.ownership[frame.f_code.co_filename]:
            self.training.read()
        if self.origins.get(grad) is None:
            self.origins.put(grad, self.mode.origin(func, (origin,), self.stack.capture(frame), 0, grad))

    def _exported(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self._told_of(lambda tensor: self._note_export(func, tensor, out, frame, EXPORT), args, kwargs)
        return out

    def _branched(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        self._told_of(lambda tensor: self._note_export(func, tensor, out, frame, BRANCH), args, kwargs)
        return out

    def _note_export(self, func: Any, tensor: torch.Tensor, value: Any, frame: FrameType, flag: int) -> None:
        origin = self.origins.get(tensor)
        if origin is None:
            if not torch_api.requires_grad(tensor):
                return
            origin = self.origin_of(tensor, frame)
        if origin.flags & REQUIRES_GRAD:
            self.growing.met(origin)
        elif self.probe.active and is_array(value):
            self.untracked.array_made(tensor, origin, frame)
        export = Origin(func, (origin,), self.stack.capture(frame), flag)
        if flag == BRANCH:
            export.add(value=bool(value))
        elif self.taping is not None:
            self.taping.exported(func, tensor, value, export.frames)
        self.exports.add(export, value)
