"""The lines that read gradients themselves, as to clip or scale them by hand: what they do, the source tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence import Evidence
from whygrad.evidence.steps import GradientReadAt, ReadForStep
from whygrad.record.events import GradientRead, PassEnded, StepBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST_PASSES = 2  # who reads gradients at all does so after the first ones


@dataclass
class _Line:
    frames: Frames
    is_early: bool  # it has read after one of the first passes
    steps: int = 0  # that came after it has read the gradients of a pass
    was_read: bool = False  # since the latest pass


class GradientReaders(Watcher):
    """Notes each line once, and counts the steps that followed it; no value is read for it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes = recorder.run.passes  # before this stretch
        # By the id of its code, which its frames hold: a code's own hash reads the whole of it, at each `.grad`.
        self._lines: Bounded[tuple[int, int], _Line] = Bounded(MOST)

    def on_gradient_read(self, event: GradientRead) -> None:
        if not event.by_program:
            return
        code, at = event.frame.f_code, event.frame.f_lasti
        line = self._lines.get((id(code), at))
        if line is None:
            recorder = self.recorder
            is_early = recorder.run.passes - self._passes <= FIRST_PASSES
            if not (is_early or recorder.training.followed):
                return
            line = self._lines[id(code), at] = _Line(recorder.stack.capture(event.frame), is_early)
        line.was_read = True

    @rests_without("_lines")
    def on_pass_ended(self, event: PassEnded) -> None:
        for line in self._lines.values():
            line.was_read = False  # what was read then was no gradient of this pass

    @rests_without("_lines")
    def on_step_began(self, event: StepBegan) -> None:
        for line in self._lines.values():
            line.steps += line.was_read
            line.was_read = False

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for line in self._lines.values():
            chain = copy.chain(line.frames)
            if line.is_early:
                yield GradientReadAt(chain)
            if line.steps:
                yield ReadForStep(chain, line.steps)
