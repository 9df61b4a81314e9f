"""Parameters that no optimizer holds: does nobody else change them? A step may write them from a copy that it holds."""

from __future__ import annotations

import torch

from whygrad.record.events import PassBegan, PassEnded
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.watchers._base import Watcher


class Untouched:
    """One of them as a look has found it; of a large one torch's own count of writes alone is compared."""

    def __init__(self, tensor: torch.Tensor, by_value: bool) -> None:
        self._ref, self._version = OwnRef(tensor), torch_api.version_of(tensor)
        self._values = Values.copied(tensor.detach()) if by_value else None
        self.is_changed = False
        self.is_due = False  # a pass has begun since

    def ask(self) -> None:
        tensor = self._ref()
        if tensor is not None and not self.is_changed:
            is_same = torch_api.version_of(tensor) == self._version
            is_same = is_same and (self._values is None or self._values.equal(tensor.detach()))
            self.is_changed = not is_same

    def let_go(self) -> None:
        self.ask()
        self._values = None


class StraysLookedAt(Watcher):
    """Asks when the next pass is over: so are the step and what the program does after it, and what hooks do."""

    def on_pass_began(self, event: PassBegan) -> None:
        for history in self.recorder.training.followed:
            for stray in history.inspections.untouched:
                stray.ask()
                stray.is_due = True

    def on_pass_ended(self, event: PassEnded) -> None:
        due = [h for h in self.recorder.training.followed if (strays := h.inspections.untouched) and strays[0].is_due]
        if not due or not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            for history in due:
                for stray in history.inspections.untouched:
                    stray.let_go()
                history.inspections.untouched = []
