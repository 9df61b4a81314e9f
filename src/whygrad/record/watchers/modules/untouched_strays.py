"""Parameters that no optimizer holds: does nobody else change them? A step may write them from a copy that it holds."""

from __future__ import annotations

import torch

from whygrad.record.events import PassBegan, PassEnded
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher


class Untouched:
    """One of them as a look has found it; of a large one torch's own count of writes alone is compared."""

    def __init__(self, tensor: torch.Tensor, by_value: bool, is_changed: bool) -> None:
        """`is_changed`: it was, since an earlier look."""
        self.ref, self._version = OwnRef(tensor), torch_api.version_of(tensor)
        self._values = Values.copied(tensor) if by_value else None
        self.is_changed = is_changed
        self.passes = 0  # that have begun since

    def is_written(self) -> bool:
        """Does torch count writes to it that were not asked about yet?"""
        tensor = self.ref()
        return tensor is not None and not self.is_changed and torch_api.version_of(tensor) != self._version

    def ask(self) -> None:
        tensor = self.ref()
        if tensor is None or self.is_changed:
            return
        is_same = self._values.equal(tensor.detach()) if self._values is not None else not self.is_written()
        self._version, self.is_changed = torch_api.version_of(tensor), not is_same


class StraysLookedAt(Watcher):
    """Asks when the next pass is over: so are the step and what the program does after it, and what hooks do.

    It goes on asking, as a copy may be synchronised rarely, and the function that has it may end before the run does.
    """

    @property
    def _are_there(self) -> bool:
        return bool(self._of_each_optimizer())

    @rests_without("_are_there")
    def on_pass_began(self, event: PassBegan) -> None:
        for strays in self._of_each_optimizer():
            if event.inspected or strays[0].is_written():  # who writes one of a network's parameters writes them all
                _ask(strays)
            strays[0].passes += 1

    @rests_without("_are_there")
    def on_pass_ended(self, event: PassEnded) -> None:
        for strays in self._of_each_optimizer():
            if strays[0].passes == 1:
                _ask(strays)

    def _of_each_optimizer(self) -> list[list[Untouched]]:
        return [strays for h in self.recorder.training.followed if (strays := h.inspections.untouched)]


def _ask(strays: list[Untouched]) -> None:
    if torch_api.values_may_be_read():
        with torch_api.unseen():
            for stray in strays:
                stray.ask()
