"""The lines that read gradients themselves, as one that clips by hand does: what they go through, the source tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from whygrad.evidence.steps import GradientReadAt
from whygrad.record.events import GradientRead
from whygrad.record.live.bounded import FEW_KEPT, BoundedSet
from whygrad.record.live.origin import Frames
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST_PASSES = 2  # after which they are noted: who reads gradients does so at every step


class GradientReaders(Watcher):
    """Notes where gradients are read, a few times."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes = recorder.run.passes  # before this stretch
        self._lines: BoundedSet[Frames] = BoundedSet(FEW_KEPT)

    def on_gradient_read(self, event: GradientRead) -> None:
        recorder = self.recorder
        if recorder.run.passes - self._passes > FIRST_PASSES:
            return  # mostly
        if recorder.stack.ownership[event.frame.f_code.co_filename]:
            self._lines.add(recorder.stack.capture(event.frame))

    def of_run(self, copy: Copy) -> Iterator[GradientReadAt]:
        for frames in self._lines:
            yield GradientReadAt(copy.chain(frames))
