"""Parameters that several modules share, and the assignment that ended the sharing."""

from __future__ import annotations

import weakref
from itertools import pairwise
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import TieConverted, TieReplaced
from whygrad.evidence.modules import SeparatedParameters
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import entries_of, modules_in, named_parameters_in
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.modules.replaced_freezes import ReplacedFreezes
from whygrad.record.watchers.modules.trained_copies import TrainedCopies

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

Kind = type[SeparatedParameters | TieReplaced | TieConverted]
SHARED = 2  # slots of one parameter


class Broken:
    """A parameter was replaced in one module while another went on with the old one, or got its own after that."""

    def __init__(
        self,
        module: torch.nn.Module,
        name: str,
        other: torch.nn.Module,
        its_name: str,
        parameter: torch.Tensor,
        frames: Frames,
    ) -> None:
        self.module, self.name = weakref.ref(module), name
        self.other, self.its_name = weakref.ref(other), its_name
        self.frames = frames
        self.was = OwnRef(parameter)  # the one that both had
        self.rows = 0  # of the parameter that both had, where both have another that was not used yet
        self.kind: Kind = SeparatedParameters  # by how many of the two have another
        self.is_meant = True  # to be a tie

    def still(self) -> bool:
        """Do the two differ now? They may have been tied again."""
        both = self._both()
        if both is None or not self.is_meant:
            return False
        mine, its = both
        return mine is not its and mine.requires_grad and its.requires_grad  # a frozen copy is meant

    def _both(self) -> tuple[torch.Tensor, torch.Tensor] | None:
        module, other = self.module(), self.other()
        if module is None or other is None:
            return None
        mine = dict(entries_of(module, "_parameters")).get(self.name)
        its = dict(entries_of(other, "_parameters")).get(self.its_name)
        return (mine, its) if is_a(mine, torch.Tensor) and is_a(its, torch.Tensor) else None

    def other_replaced(self, other: torch.nn.Module, rows: int, frames: Frames) -> None:
        """The other one has a parameter of its own now, too."""
        self.other, self.rows, self.frames = weakref.ref(other), rows, frames
        self.kind, self.is_meant = TieReplaced, False

    def first_used(self) -> None:
        """Where both are new, equal values tell that they were to be one: what was meant to part starts apart."""
        rows, self.rows = self.rows, 0
        both = self._both() if rows else None
        if both is not None and both[0].shape == both[1].shape and all(map(torch_api.is_readable, both)):
            self.is_meant = torch.equal(both[0][:rows], both[1][:rows])


class SharedParameters:
    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._slots: WeakKeys[torch.Tensor, list[tuple[weakref.ref[torch.nn.Module], str]]] = (
            WeakKeys()
        )  # where a parameter is registered
        self.broken: list[Broken] = []

    def install(self, undo: Patches) -> None:
        wrap = followed(self._recorder, self._registered, before=self._registering)
        replace(undo, "torch.nn:Module.register_parameter", wrap)
        applied = followed(self._recorder, self._applied, before=self._applying, names=(FIRST,))
        replace(undo, "torch.nn:Module._apply", applied)

    def _applying(self, known: Given, frame: FrameType) -> list[tuple[str, torch.Tensor]]:
        """A module is moved or converted, as torch does for each one inside too: what does it share?"""
        module = known[FIRST]
        own = entries_of(module, "_parameters") if is_a(module, torch.nn.Module) else ()
        return [(name, p) for name, p in own if is_a(p, torch.Tensor) and len(self._slots.get(p, ())) >= SHARED]

    def _applied(self, known: Given, shared: object, out: object, frame: FrameType) -> None:
        """One that gets a new parameter, as from the meta device, shares it with none: the others get their own."""
        module = known[FIRST]
        if not shared or not is_a(shared, list) or not is_a(module, torch.nn.Module):
            return
        now = dict(entries_of(module, "_parameters"))
        for name, before in shared:
            if now.get(name) is before:
                continue
            for tie in self.broken:
                if tie.other() is module and tie.its_name == name and tie.was() is before:
                    tie.kind = TieConverted
            self._note_broken(module, name, before, set(), frame)

    def _registering(self, known: Given, frame: FrameType) -> object:
        """What stood there until now."""
        name, known_ones = known.get("name"), attribute_of(known[FIRST], "_parameters")
        return dict.get(known_ones, name) if type(name) is str and is_a(known_ones, dict) else None

    def _registered(self, known: Given, before: object, out: object, frame: FrameType) -> None:
        module, name = known[FIRST], known.get("name")
        if is_a(module, torch.nn.Module) and type(name) is str:
            self._note(module, name, before, known.get("param"), frame)

    def module_put(self, module: torch.nn.Module, name: str, part: torch.nn.Module, frame: FrameType) -> None:
        """A module takes the place of another: of one like it, or of a larger table, it should share what that shared.

        A head for other classes is another thing, and shares nothing.
        """
        before = dict(entries_of(module, "_modules")).get(name)
        if not is_a(before, torch.nn.Module) or before is part or type(before) is not type(part):
            return
        inside, given = {id(m) for _, m in modules_in(before)}, dict(named_parameters_in(part))
        modules = dict(modules_in(part))
        self._other_replaced(before, modules, frame)
        for path, old in named_parameters_in(before):
            owner, _, its_name = path.rpartition(".")
            new, replaced = given.get(path), modules.get(owner)
            if new is None or new is old or replaced is None:
                continue
            if new.shape == old.shape or is_a(replaced, torch.nn.Embedding):
                self._note_broken(replaced, its_name, old, inside, frame)

    def _other_replaced(self, before: torch.nn.Module, modules: dict[str, torch.nn.Module], frame: FrameType) -> None:
        """The second end of a tie goes the way of the first: the tie lives on by the names of the two."""
        for path, old in modules_in(before) if self.broken else ():
            for tie in self.broken:
                was = dict(entries_of(old, "_parameters")).get(tie.its_name) if tie.other() is old else None
                if path in modules and is_a(was, torch.Tensor) and was.dim():
                    tie.other_replaced(modules[path], was.shape[0], self._recorder.stack.capture(frame))

    def _note_broken(
        self, module: torch.nn.Module, name: str, before: torch.Tensor, leaving: set[int], frame: FrameType
    ) -> None:
        """`module` has a parameter of its own now, where it or what it replaces had `before`."""
        for ref, its_name in self._slots.get(before, ()):
            other = ref()
            if other is None or other is module or id(other) in leaving or len(self.broken) >= MOST:
                continue
            if dict(entries_of(other, "_parameters")).get(its_name) is before:
                frames = self._recorder.stack.capture(frame)
                self.broken.append(Broken(module, name, other, its_name, before, frames))

    def _note(self, module: torch.nn.Module, name: str, before: object, param: object, frame: FrameType) -> None:
        if is_a(before, torch.Tensor) and param is not None and before is not param:
            self._note_broken(module, name, before, set(), frame)
        if is_a(param, torch.Tensor):
            if is_a(before, torch.Tensor) and before is not param:
                frames = self._recorder.stack.capture(frame)
                self._recorder.watching.one(TrainedCopies).put(param, frames)
                self._recorder.watching.one(ReplacedFreezes).put(before, param, frames)
            self._recorder.training.new_parameter()
            self._recorder.watching.modules.late_modules.parameter_put(module, param, frame)
            known = ((ref(), ref, its_name) for ref, its_name in self._slots.get(param, ()))
            slots = [(ref, n) for other, ref, n in known if other is not None and (other is not module or n != name)]
            self._slots[param] = [*slots, (weakref.ref(module), name)]


class TiesFirstUsed(Watcher):
    """Asks what the two ends of a tie start with, when they are used first."""

    @property
    def _broken(self) -> list[Broken]:
        return self.recorder.watching.modules.shared_parameters.broken

    @rests_without("_broken")
    def on_pass_began(self, event: PassBegan) -> None:
        for tie in self._broken:
            tie.first_used()


def overlapping(parameters: list[torch.Tensor]) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Different parameters that lie in the same memory."""
    spans: list[tuple[int, int, torch.Tensor]] = []
    for p in parameters:
        if torch_api.is_readable(p) and p.layout == torch.strided and p.numel() and p.is_contiguous():
            spans.append((p.data_ptr(), p.data_ptr() + p.numel() * p.element_size(), p))
    spans.sort(key=lambda span: span[0])
    return [(one, other) for (_, end, one), (start, _, other) in pairwise(spans) if start < end and one is not other]
