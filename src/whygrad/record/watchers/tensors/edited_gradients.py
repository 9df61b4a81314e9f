"""Lines that read gradients between a pass and the step: there a program clips or scales them by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING

from whygrad.evidence.steps import ReadForStep
from whygrad.record.events import GradientRead, PassEnded, StepBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass
class _Line:
    frames: Frames
    steps: int = 0
    was_read: bool = False  # since the latest pass


class EditedGradients(Watcher):
    """Notes each such line once, and counts the steps that followed it; no value is read for it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._lines: Bounded[tuple[CodeType, int], _Line] = Bounded(MOST)

    def on_gradient_read(self, event: GradientRead) -> None:
        code, at = event.frame.f_code, event.frame.f_lasti
        line = self._lines.get((code, at))
        if line is None and self.recorder.training.followed and self.recorder.stack.ownership[code.co_filename]:
            line = self._lines[code, at] = _Line(self.recorder.stack.capture(event.frame))
        if line is not None:
            line.was_read = True

    def on_pass_ended(self, event: PassEnded) -> None:
        for line in self._lines.values():
            line.was_read = False  # what was read then was no gradient of this pass

    def on_step_began(self, event: StepBegan) -> None:
        for line in self._lines.values():
            line.steps += line.was_read
            line.was_read = False

    def of_run(self, copy: Copy) -> Iterator[ReadForStep]:
        for line in self._lines.values():
            if line.steps:
                yield ReadForStep(copy.chain(line.frames), line.steps)
