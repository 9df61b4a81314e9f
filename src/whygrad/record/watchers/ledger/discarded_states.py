"""Is a state that was loaded ever stepped with? Another optimizer may take the same parameters before it is."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.discarded_states import DiscardedState
from whygrad.record.events import StateLoaded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.seam.as_is import class_name
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.steps.remade_optimizers import gathered

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass
class _Loaded:
    optimizer: weakref.ref[torch.optim.Optimizer]
    parameter: OwnRef  # the first that it holds
    kept: str
    frames: Frames
    taken: tuple[str, Frames] = ("", ())  # by whom, and where that one was made


class DiscardedStates(Watcher):
    """Asks at each step whether its optimizer has a loaded state: what is stepped with is let go."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._loaded: list[_Loaded] = []

    def on_state_loaded(self, event: StateLoaded) -> None:
        held, kept = parameters_of(event.optimizer), gathered(event.optimizer)
        if held and kept and len(self._loaded) < FEW_KEPT:
            frames = self.recorder.stack.capture(event.frame)
            self._loaded.append(_Loaded(weakref.ref(event.optimizer), OwnRef(held[0]), kept, frames))

    @rests_without("_loaded")
    def on_step_began(self, event: StepBegan) -> None:
        if not self._loaded:
            return  # mostly
        self._loaded = [loaded for loaded in self._loaded if loaded.optimizer() is not event.optimizer]
        first = next(iter(parameters_of(event.optimizer)), None) if event.history.steps == 1 else None
        for loaded in self._loaded if first is not None and not gathered(event.optimizer) else ():
            if not loaded.taken[1] and loaded.parameter() is first:
                loaded.taken = class_name(event.optimizer), event.history.frames

    def of_run(self, copy: Copy) -> Iterator[DiscardedState]:
        for loaded in self._loaded:
            kind, made = loaded.taken
            if made:
                chains = (copy.chain(frames) for frames in (made, loaded.frames))
                yield DiscardedState(kind, loaded.kept, *chains)
