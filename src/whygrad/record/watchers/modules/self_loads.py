"""A state dict is no copy: what loads it into the module that it was taken from copies each value onto itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.self_loads import LoadedIntoItself
from whygrad.record.events import ModuleLoaded, StateGiven
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import storages, torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import named_tensors_in
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass
class _Loads:
    """What one line has loaded."""

    taken: Frames
    passes: int = 0
    times: int = 0
    latest: int = -1  # how many passes there had been


class SelfLoads(Watcher):
    """Knows where state dicts were taken, and asks of each that is loaded whose memory it is."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._taken: WeakKeys[torch.Tensor, tuple[Frames, int]] = WeakKeys()  # by a tensor of it
        self._loads: Bounded[Frames, _Loads] = Bounded(MOST)

    def install(self, undo: Patches) -> None:
        taken = followed(self.recorder, self._state_taken, unless_away=True, names=(FIRST,))
        names = (FIRST, "state_dict")
        loading = followed(self.recorder, self._loaded, self._loading, unless_away=True, names=names)
        replace(undo, "torch.nn:Module.state_dict", taken)
        replace(undo, "torch.nn:Module.load_state_dict", loading)

    def _state_taken(self, known: Given, state: object, frame: FrameType) -> None:
        """The program itself has taken a state; torch calls the method for each module inside."""
        if self.recorder.stack.ownership[frame.f_code.co_filename]:
            for tensor in _tensors(state).values():
                self._taken[tensor] = (self.recorder.stack.capture(frame), self.recorder.run.passes)
                break

    def _loading(self, known: Given, frame: FrameType) -> None:
        passes, state = self.recorder.run.passes, _tensors(known.get("state_dict"))
        self.recorder.watching.tell(StateGiven(state))
        first = next(iter(state.values()), None)
        if not passes or first is None or not _is_its_own(known[FIRST], state) or self._was_computed_in(first):
            return
        taken, then = self._taken.get(first, ((), passes))
        frames = self.recorder.stack.capture(frame)
        loads = self._loads.setdefault(frames, _Loads(taken))
        loads.passes = max(loads.passes, passes - then)
        if loads.latest != passes:
            loads.times, loads.latest = loads.times + 1, passes

    def _loaded(self, known: Given, _before: object, result: object, frame: FrameType) -> None:
        module = known.get(FIRST)
        if is_a(module, torch.nn.Module):
            self.recorder.watching.tell(ModuleLoaded(module, known.get("state_dict"), result, frame))

    def _was_computed_in(self, tensor: torch.Tensor) -> bool:
        """Did the program write into the state itself? Then loading it back does no harm."""
        origin = self.recorder.origins.get(tensor)
        return origin is not None and torch_api.is_in_place(origin.op)

    def of_run(self, copy: Copy) -> Iterator[LoadedIntoItself]:
        for frames, loads in self._loads.items():
            yield LoadedIntoItself(copy.chain(frames), copy.chain(loads.taken), loads.passes, loads.times)


def _tensors(state: object) -> dict[str, torch.Tensor]:
    pairs = list(dict.items(state)) if is_a(state, dict) else []
    return {name: value for name, value in pairs if type(name) is str and is_a(value, torch.Tensor)}


def _is_its_own(module: object, state: dict[str, torch.Tensor]) -> bool:
    """Is each parameter and each buffer of the module that is in the state there in its own memory?"""
    if not is_a(module, torch.nn.Module):
        return False
    kinds = [named_tensors_in(module, where, once=False) for where in ("_parameters", "_buffers")]
    parameters, buffers = ([(t, state[name]) for name, t in kind if name in state] for kind in kinds)
    return bool(parameters) and all(_is_same(one, other) for one, other in (*parameters, *buffers))


def _is_same(one: torch.Tensor, other: torch.Tensor) -> bool:
    if not torch_api.is_plain(one) or not torch_api.is_plain(other):
        return False
    places = [(storages.address_of(t), t.storage_offset(), t.shape, t.stride()) for t in (one, other)]
    return places[0] == places[1] and places[0][0] != 0
