"""Is a tensor in an optimizer's state its own? It may be that of another optimizer, or the gradient itself.

`load_state_dict` of an optimizer takes over the tensors of the state that it is given. It copies none.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.holdings import GradientInState, StateOfTwo
from whygrad.record.events import StateLoaded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import storages, torch_api
from whygrad.record.seam.as_is import attribute_of, class_name, is_a, is_exactly, module_of_class
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

ASKED = 16  # tensors of a state
TURNS = 8  # at which two optimizers are asked whether they still share


@dataclass(eq=False)
class _Pair:
    """Two optimizers with one tensor in the states of both, and who stepped last."""

    first: weakref.ref[torch.optim.Optimizer]
    second: weakref.ref[torch.optim.Optimizer]
    kind: str
    key: str
    loaded: Frames
    others: Frames
    last: object = None
    turns: int = 0

    def steps(self, optimizer: torch.optim.Optimizer) -> bool:
        """One of them is about to step, or a third; False where they share nothing any more."""
        ref = next((r for r in (self.first, self.second) if r() is optimizer), None)
        if ref is None or ref is self.last:
            return True
        first, second = self.first(), self.second()
        if first is None or second is None:
            return self.turns > TURNS  # what they have done stays so
        if self.turns <= TURNS and not _shared(first, second):
            return False
        self.turns, self.last = self.turns + 1, ref
        return True


class SharedStates(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._loaded: WeakKeys[torch.optim.Optimizer, Frames] = WeakKeys()
        self._pairs: list[_Pair] = []
        self._held: dict[tuple[str, str], tuple[Frames, int]] = {}  # by class and key: who holds its gradients

    def on_state_loaded(self, event: StateLoaded) -> None:
        second = event.optimizer
        self._pairs = [p for p in self._pairs if p.first() is not second and p.second() is not second]
        known = {id(made): made for h in self.recorder.training.histories if (made := h.optimizer()) is not None}
        known |= {id(made): made for made in self._loaded}
        frames = self.recorder.stack.capture(event.frame)
        for first in known.values():
            key = _shared(first, second) if first is not second else ""
            if key and len(self._pairs) < FEW_KEPT:
                others = self._loaded.get(first) or self.recorder.training.history_of(first).frames
                kind, refs = class_name(second), (weakref.ref(first), weakref.ref(second))
                self._pairs.append(_Pair(*refs, kind, key, frames, others))
        if len(self._loaded) < FEW_KEPT:
            self._loaded[second] = frames

    @rests_without("_pairs")
    def on_step_began(self, event: StepBegan) -> None:
        if not event.is_over:
            self._pairs = [pair for pair in self._pairs if pair.steps(event.optimizer)]
            self._look_for_gradients(event)

    def _look_for_gradients(self, event: StepBegan) -> None:
        """An optimizer of the program's own may keep the gradient for the next step; a pass then overwrites it."""
        optimizer = event.optimizer
        if (
            event.history.steps < 2
            or not is_looked_at(event.history.steps)
            or module_of_class(optimizer).startswith("torch.")
        ):
            return
        for parameter, key, tensor in _tensors_of(optimizer):
            gradient = gradient_of(parameter)
            if gradient is not None and gradient.dim() and _lies_at(gradient) == _lies_at(tensor) != 0:
                frames, steps = self._held.get((class_name(optimizer), key), (event.history.frames, 0))
                if len(self._held) < FEW_KEPT or steps:
                    self._held[class_name(optimizer), key] = frames, steps + 1
                return

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for pair in (p for p in self._pairs if p.turns > 1):
            chains = copy.chain(pair.loaded), copy.chain(pair.others)
            yield StateOfTwo(pair.kind, pair.key, pair.turns, *chains)
        for (kind, key), (frames, steps) in self._held.items():
            yield GradientInState(kind, key, steps, copy.chain(frames))


def _tensors_of(optimizer: torch.optim.Optimizer) -> list[tuple[torch.Tensor, str, torch.Tensor]]:
    """The first tensors of its state with several elements, with the parameter of each; a count of steps has one."""
    state = attribute_of(optimizer, "state")
    found: list[tuple[torch.Tensor, str, torch.Tensor]] = []
    for parameter, values in dict.items(state) if is_a(state, dict) else ():
        for key, value in dict.items(values) if is_exactly(values, dict) else ():
            is_own = is_exactly(key, str) and is_a(value, torch.Tensor) and is_a(parameter, torch.Tensor)
            if is_own and torch_api.is_plain(value) and value.dim() and len(found) < ASKED:
                found.append((parameter, key, value))
    return found


def _lies_at(tensor: torch.Tensor) -> int:
    return storages.address_of(tensor)


def _shared(first: torch.optim.Optimizer, second: torch.optim.Optimizer) -> str:
    """The key of a tensor that the states of both have, where they have no parameter in common; else nothing."""
    if not {id(p) for p in parameters_of(first)}.isdisjoint(id(p) for p in parameters_of(second)):
        return ""
    with torch_api.unseen():
        known = {_lies_at(tensor) for _, _, tensor in _tensors_of(first)} - {0}
        return next((key for _, key, tensor in _tensors_of(second) if known and _lies_at(tensor) in known), "")
