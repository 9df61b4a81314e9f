"""What happened in which order, and how large gradients were: kept only for a report that was asked for."""

from __future__ import annotations

import sys

import torch

from whygrad.evidence.report import Happening, ParameterRow, RunReport
from whygrad.record.events import Cleared, PassEnded, StepBegan
from whygrad.record.live.origin import Frames
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.source.files import SourceFiles

MOST_HAPPENINGS = 60  # a picture of more tells no more
MOST_ROWS = 1_000


class Chronicle:
    """Hears of passes, steps and clearings; decides nothing."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._happened: list[tuple[str, Frames]] = []
        self._left_out = 0
        self._norms: dict[Learner, tuple[float, float]] = {}  # the smallest and the largest that were seen

    def on_pass_ended(self, event: PassEnded) -> None:
        self._note("backward")

    def on_cleared(self, event: Cleared) -> None:
        self._note("clear")

    def on_step_began(self, event: StepBegan) -> None:
        self._note("step")
        steps = event.history.steps
        if is_looked_at(steps):
            self._read_norms(event.history)

    def _note(self, kind: str) -> None:
        if len(self._happened) < MOST_HAPPENINGS:
            self._happened.append((kind, self._recorder.stack.capture(sys._getframe(2))))
        else:
            self._left_out += 1

    def _read_norms(self, history: History) -> None:
        if not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            for learner in history.learners.values():
                norm = _norm_of(learner)
                if norm is not None:
                    low, high = self._norms.get(learner, (norm, norm))
                    # Once it was nan, that is the largest: no comparison with nan holds.
                    self._norms[learner] = (min(low, norm), high if norm <= high or high != high else norm)

    def report(self, sources: SourceFiles) -> RunReport:
        stack = self._recorder.stack
        happened = tuple(Happening(kind, stack.chain(frames, sources)) for kind, frames in self._happened)
        histories = self._recorder.training.histories
        rows = [row for number, h in enumerate(histories, 1) for row in self._rows(number, h)]
        return RunReport(tuple(rows[:MOST_ROWS]), happened, self._left_out)

    def _rows(self, number: int, history: History) -> list[ParameterRow]:
        rows = []
        for position, learner in enumerate(history.learners.values()):
            tensor = learner.ref()
            shape = tuple(tensor.shape) if tensor is not None else ()
            without = max(learner.longest, learner.starved) if learner.got else history.steps
            low, high = self._norms.get(learner, (None, None))
            name = learner.name or f"parameter {position}"
            rows.append(ParameterRow(number, name, shape, history.steps, learner.got, without, low, high))
        return rows


def _norm_of(learner: Learner) -> float | None:
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    if gradient is None or gradient.layout != torch.strided or not torch_api.is_readable(gradient):
        return None
    values = gradient.detach()
    return float(torch.linalg.vector_norm(values.float() if values.is_floating_point() else values))
