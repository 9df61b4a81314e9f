"""Frozen parts that were switched to `eval()`, and that a `train()` around them wakes: do their statistics change?

Torch's count of writes to `num_batches_tracked` tells whether batches were taken in; no value is read.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.woken_statistics import WokenStatistics
from whygrad.record.events import ModeSwitched, StepEnded
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, class_name, is_a
from whygrad.record.seam.holdings import entries_of, modules_in, named_tensors_in
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.steps.eval_mode import BATCH_NORMS

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_LOOKS = 16  # at what is inside one module, which may be switched around every step
MOST_WOKEN = 8  # of one model they are woken together


@dataclass
class _Rest:
    """A batch norm inside a part that was switched to `eval()`."""

    norm: weakref.ref[torch.nn.Module]
    part: weakref.ref[torch.nn.Module]
    kinds: tuple[str, str]
    rested: Frames
    woken: Frames = ()
    batches: int = 0
    steps: int = 0


class WokenModules(Watcher):
    """Asks at each step of those that were woken; mostly there are none."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._looks: WeakKeys[torch.nn.Module, int] = WeakKeys()
        self._resting: WeakKeys[torch.nn.Module, _Rest] = WeakKeys()
        self._woken: list[_Rest] = []

    def begin_anew(self) -> None:
        """What rests or was woken lives on; its steps are counted anew."""
        for rest in self._woken:
            rest.steps = 0

    def on_mode_switched(self, event: ModeSwitched) -> None:
        if not event.training:
            self._rests(event)
        elif len(self._resting):
            self._wakes(event)

    def _rests(self, event: ModeSwitched) -> None:
        looks = self._looks[event.module] = (self._looks.get(event.module) or 0) + 1
        if looks > MOST_LOOKS:
            return
        frames = self.recorder.stack.capture(event.frame)
        for _, norm in modules_in(event.module):
            if not is_a(norm, BATCH_NORMS) or self._rests_by_itself(norm, event.module):
                continue
            if len(self._resting) >= MOST:
                return
            kinds = (class_name(event.module), class_name(norm))
            self._resting[norm] = _Rest(weakref.ref(norm), weakref.ref(event.module), kinds, frames)

    def _rests_by_itself(self, norm: torch.nn.Module, module: torch.nn.Module) -> bool:
        """Was a part switched that the module is not in? Its rest stays when all around it is switched too."""
        known = self._resting.get(norm)
        part = known.part() if known is not None and attribute_of(norm, "training") is False else None
        return part is not None and all(inner is not module for _, inner in modules_in(part))

    def _wakes(self, event: ModeSwitched) -> None:
        inside = {id(module) for _, module in modules_in(event.module)}
        for norm, rest in self._resting.pairs():
            if id(norm) not in inside or attribute_of(norm, "training") is not False:
                continue
            part = rest.part()
            if part is None or part is event.module or id(part) not in inside:
                del self._resting[norm]  # what was switched is switched back
            elif not rest.woken and len(self._woken) < MOST_WOKEN:
                rest.woken, rest.batches = self.recorder.stack.capture(event.frame), _batches(norm)
                self._woken.append(rest)

    @rests_without("_woken")
    def on_step_ended(self, event: StepEnded) -> None:
        for rest in self._woken:
            norm, part = rest.norm(), rest.part()
            if norm is None or part is None or attribute_of(norm, "training") is not True:
                continue
            batches = _batches(norm)
            if batches > rest.batches and _is_frozen(part):
                rest.batches = batches
                rest.steps += 1

    def of_run(self, copy: Copy) -> Iterator[WokenStatistics]:
        for rest in self._woken:
            if rest.steps:
                yield WokenStatistics(*rest.kinds, copy.chain(rest.rested), copy.chain(rest.woken), rest.steps)


def _batches(norm: torch.nn.Module) -> int:
    count = dict(entries_of(norm, "_buffers")).get("num_batches_tracked")
    return torch_api.version_of(count) if is_a(count, torch.Tensor) else 0


def _is_frozen(part: torch.nn.Module) -> bool:
    parameters = [p for _, p in named_tensors_in(part, "_parameters")]
    return bool(parameters) and not any(map(torch_api.requires_grad, parameters))
