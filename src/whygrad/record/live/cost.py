"""What recording has cost a run, for who asks: counted and timed in the run, and a call measured after it.

A clock around every call would cost more than the call's note. So C counts the calls; what one takes, with torch's own
way to us, is measured by the same recorder on a small operation when the program is over. What Python does for us
at steps, passes and patched functions is timed as it runs. Calls that are noted in Python are neither counted nor
timed: a run has cost at least this.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter

import torch

from whygrad.evidence.report import Spent
from whygrad.record.live.install import installed
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.failures import Failures
from whygrad.record.seam import torch_api

CALLS, ROUNDS = 500, 7


class Cost:
    """Times what a recorder does in Python from now on; made before it is installed."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._began = perf_counter()
        self._seconds = 0.0
        self._depth = threading.local()
        plain: Callable[..., object] = recorder.guarded

        def timed(note: Callable[..., object], *args: object) -> object:
            __tracebackhide__ = True
            if getattr(self._depth, "inside", False):
                return plain(note, *args)
            self._depth.inside, began = True, perf_counter()
            try:
                return plain(note, *args)
            finally:
                self._seconds += perf_counter() - began
                self._depth.inside = False

        recorder.guarded = timed  # type: ignore[method-assign, assignment]  # it is looked up at each call

    def spent(self) -> Spent | None:
        """Where C counted the calls; called when the program is over."""
        hot, run = self._recorder.mode.hot, perf_counter() - self._began
        if hot is None:
            return None
        return Spent(hot.noted, _by_call(), self._seconds, run)


def _by_call() -> float:
    """What the note of one call takes, at best: other programs disturb a longer time."""
    recorder = Recorder()
    with torch.enable_grad():
        plain = min(_round() for _ in range(ROUNDS))
        with installed(recorder, Failures(recorder)):
            recorded = min(_round() for _ in range(ROUNDS))
    return max(0.0, recorded - plain) / CALLS


def _round() -> float:
    with torch_api.untold():
        a, b = torch.ones(1, device="cpu", requires_grad=True), torch.ones(1, device="cpu")
    add, began = torch.add, perf_counter()
    for _ in range(CALLS):
        add(a, b)
    return perf_counter() - began
