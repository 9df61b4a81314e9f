"""Containers that hold one module several times: `[Block()] * 6` makes one block and six names of it."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING

from torch import nn

from whygrad.evidence import Evidence
from whygrad.evidence.of_one_cause.repeated_modules import ModuleOfSeveral, RepeatedModule, SlotsAlike
from whygrad.record.events import PassBegan, StepBegan
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames, made_at
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import class_name, is_a
from whygrad.record.seam.holdings import children_of, parameters_in
from whygrad.record.seam.own_hooks import put_on_registrations
from whygrad.record.seam.patching import Patches
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.modules.slot_inputs import compute_the_same

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

CONTAINERS = (nn.ModuleList, nn.Sequential, nn.ModuleDict)
FIRST_STEPS = 4  # of an optimizer, at which it is asked what it trains


class _Repeated:
    def __init__(self, container: nn.Module, part: nn.Module, frames: Frames) -> None:
        self.container, self.part = class_name(container), class_name(part)
        self.holder, self.module = weakref.ref(container), weakref.ref(part)
        self.frames = frames
        self.slots = 0  # when they were last counted
        self.learners: list[Learner] = []  # of optimizers that step with it
        self.alike: list[bool] = []  # of the first passes: did all slots compute the same?

    def is_of(self, container: nn.Module, part: nn.Module) -> bool:
        """An id may be that of another module by now."""
        return self.holder() is container and self.module() is part

    def count(self) -> None:
        """A slot may have been given another module since, or the same one again."""
        container, part = self.holder(), self.module()
        if container is not None and part is not None:
            self.slots = sum(child is part for _, child in children_of(container))


@dataclass
class _Several:
    part: str
    holder: str
    holders: int
    learners: list[Learner]


class RepeatedModules(Watcher):
    """Hears of each module that becomes a part of another.

    One that has a name of its own beside the container is shared on purpose.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._holders: WeakKeys[nn.Module, list[weakref.ref[nn.Module]]] = WeakKeys()  # by a part with parameters
        self._found: dict[tuple[int, int], _Repeated] = {}
        self._several: dict[int, _Several] = {}  # by what their first parameter is

    def begin_anew(self) -> None:
        """What holds what stays so; who is trained is asked anew."""
        for found in self._found.values():
            found.learners, found.alike = [], []
        self._several = {}

    def install(self, undo: Patches) -> None:
        def registering(module: nn.Module, name: str, part: object) -> None:
            self.recorder.guarded(self._registered, module, name, part, _getframe(1))

        undo.callback(put_on_registrations(registering))

    def _registered(self, module: nn.Module, name: str, part: object, frame: FrameType) -> None:
        """It is not there yet when this is called."""
        if not is_a(part, nn.Module):
            return
        holders = self._holders.setdefault(part, [])
        if not any(ref() is module for ref in holders):
            if len(holders) < MOST:  # one may be put into something new at every step
                holders.append(weakref.ref(module))
        elif is_a(module, CONTAINERS) and len(self._found) < MOST:
            others = sum(child is part and slot != name for slot, child in children_of(module))
            found = self._found.get((id(module), id(part)))
            if others and (found is None or not found.is_of(module, part)):
                frames = self.recorder.stack.capture(frame)
                found = self._found[id(module), id(part)] = _Repeated(module, part, frames)
            if found is not None and found.is_of(module, part):
                found.slots = others + 1

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        if event.history.steps == 1:
            self._note_several(event.history.learners)
        if event.history.steps > FIRST_STEPS or not self._found:
            return
        for found in self._found.values():
            part = found.module()
            found.count()
            if part is not None and not found.learners:
                held = (event.history.learners.get(id(p)) for p in parameters_in(part))
                found.learners = [learner for learner in held if learner is not None]

    @rests_without("_found")
    def on_pass_began(self, event: PassBegan) -> None:
        for found in self._found.values():
            is_asked = found.learners and len(found.alike) < FIRST_STEPS and found.slots > 1
            if not is_asked or not event.graph.is_whole:
                continue
            leaves = [learner.origin for learner in found.learners]
            if not {*map(id, leaves)}.isdisjoint(map(id, event.graph.values)):
                found.alike.append(compute_the_same(found.slots, leaves, event.graph.values))

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for several in self._several.values():
            names = tuple(dict.fromkeys(learner.name for learner in several.learners if learner.name))
            made = copy.chain(made_at(several.learners[0].origin))
            yield ModuleOfSeveral(made, several.part, several.holder, several.holders, names)
        for found in self._found.values():
            part = found.module()
            found.count()
            has_own_name = part is not None and len(self._holders.get(part, ())) > 1
            if found.slots > 1 and found.learners and not has_own_name:
                names = tuple(learner.name for learner in found.learners if learner.name)
                put = copy.chain(found.frames)
                yield RepeatedModule(put, found.container, found.part, found.slots, names)
                if found.alike and all(found.alike):
                    yield SlotsAlike(put, len(found.alike))

    def _note_several(self, learners: dict[int, Learner]) -> None:
        """Which modules that an optimizer trains are parts of several others by now?"""
        for part, refs in self._holders.pairs():
            holders = [holder for ref in refs if (holder := ref()) is not None] if len(refs) > 1 else []
            held = [learners[id(p)] for p in parameters_in(part) if id(p) in learners] if len(holders) > 1 else []
            if held and len(self._several) < MOST:
                seen = _Several(class_name(part), class_name(holders[0]), len(holders), held)
                self._several.setdefault(id(held[0].origin), seen)
