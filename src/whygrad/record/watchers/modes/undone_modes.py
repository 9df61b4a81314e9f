"""Modules whose own `train()` switches them to training mode and has them in `eval()` mode again when it is over.

A part may be kept in that mode; a module that is in it itself, with all that learns in it, is not what its `train()`
was called for. Whether it was another call that switched it back is heard from torch.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from dis import get_instructions
from types import CodeType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.eval_mode import TrainUndone
from whygrad.record.events import ModeSwitched, StepEnded
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.stack import pairs_in
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, class_name, code_of, definition_of, is_a, member_of, namespace_of
from whygrad.record.seam.holdings import children_of, modules_in, named_tensors_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.steps.eval_mode import does_otherwise

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SWITCHES = ("train", "eval")


@dataclass
class _Switched:
    """A module whose own `train()` has switched it."""

    kind: str
    code: CodeType  # of that method
    affected: str = ""
    by: weakref.ref[History] | None = None  # the optimizer that was found to train it
    asked: int = 0
    is_back: bool = False  # something else has switched it
    steps: int = 0
    of: int = 0


class UndoneModes(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._switched: WeakKeys[torch.nn.Module, _Switched] = WeakKeys()
        self._kept: list[_Switched] = []  # modules may be gone when the run is over

    def on_mode_switched(self, event: ModeSwitched) -> None:
        known = self._switched.get(event.module)
        code = known.code if known is not None else code_of(member_of(type(event.module), "train"))
        if code is None or not self.recorder.stack.ownership[code.co_filename]:
            return
        is_inside = any(running is code for running, _ in pairs_in(self.recorder.stack.capture(event.frame)))
        if known is None:
            if not event.training or not is_inside or len(self._kept) >= FEW_KEPT:
                return
            known = self._switched[event.module] = _Switched(class_name(event.module), code)
            self._kept.append(known)
        if is_inside and event.training:
            known.is_back = False
        elif not is_inside and not event.training:
            known.is_back = True

    @rests_without("_switched")
    def on_step_ended(self, event: StepEnded) -> None:
        for module, switched in self._switched.pairs():
            if switched.is_back or attribute_of(module, "training") is not False:
                continue
            if self._is_trained(switched, module, event.history):
                switched.steps, switched.of = switched.steps + 1, event.history.steps

    def _is_trained(self, switched: _Switched, module: torch.nn.Module, history: History) -> bool:
        """Does the optimizer train it, and does the mode matter for that? It is asked a few times only."""
        if switched.by is None and is_looked_at(switched.asked):
            held = (p for _, p in named_tensors_in(module, "_parameters") if id(p) in history.learners)
            if any(gradient_of(p) is not None for p in held):
                switched.affected = _affected(module)
                switched.by = weakref.ref(history) if switched.affected else None
        switched.asked += 1
        return switched.by is not None and switched.by() is history

    def of_run(self, copy: Copy) -> Iterator[TrainUndone]:
        for switched in self._kept:
            if switched.steps:
                override = definition_of(switched.code)
                yield TrainUndone(switched.kind, override, switched.steps, switched.of, switched.affected)


def _affected(module: torch.nn.Module) -> str:
    """The kind of a part that learns and does something else in that mode; what is frozen is meant to rest.

    Nothing where any part that learns is in training mode.
    """
    inside = [inner for _, inner in modules_in(module)]
    around = {id(child): at for at in inside for _, child in children_of(at)}
    found = ""
    for inner in inside:
        if not _learns(inner, around):
            continue
        if attribute_of(inner, "training") is not False:
            return ""
        if not found and (does_otherwise(inner) or _reads_mode(inner)):
            found = class_name(inner)
    return found


def _learns(inner: torch.nn.Module, around: dict[int, torch.nn.Module]) -> bool:
    """Does the innermost module that has parameters, this one or one around it, have some that learn?"""
    at: torch.nn.Module | None = inner
    for _ in range(len(around) + 1):  # modules may stand in a circle
        held = [p for _, p in named_tensors_in(at, "_parameters")] if at is not None else []
        if held or at is None:
            return any(is_a(p, torch.Tensor) and torch_api.requires_grad(p) for p in held)
        at = around.get(id(at))
    return False


def _reads_mode(module: torch.nn.Module) -> bool:
    """Does a method of its own class, as the program wrote it, ask for the mode?"""
    if type(module).__module__.partition(".")[0] == torch.__name__:
        return False
    members = [(name, code_of(member)) for name, member in namespace_of(type(module)).items()]
    return any(code is not None and _reads(code) for name, code in members if name not in SWITCHES)


def _reads(code: CodeType) -> bool:
    if "training" not in code.co_names:
        return False
    return any(i.opname == "LOAD_ATTR" and i.argval == "training" for i in get_instructions(code))
