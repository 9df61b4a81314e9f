"""What a callback does with findings: the framework's logger gets them, then the user is told as they asked."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any

from whygrad.integrations.stretch import Stretch, Told
from whygrad.internal_error import line_about, summary_of
from whygrad.policy.settings import settings_for
from whygrad.render.out import say_all
from whygrad.source.owner import Ownership

COUNT = "whygrad/findings"  # the name under which loggers have the number of findings
TEXT = "whygrad"  # and their text
CHOICES = ("warn", "raise")

OnFinding = str | Callable[[Told], object]


class FindingsError(RuntimeError):
    """Gradients were lost in a training, and `on_finding="raise"` was asked for; the message is the diagnostic."""


class FindingsWarning(UserWarning):
    """Gradients were lost in a training; the message is the diagnostic."""


class Watched:
    """One training inside a framework, from `start` to `end` or `failed`."""

    def __init__(self, on_finding: OnFinding) -> None:
        if not callable(on_finding) and on_finding not in CHOICES:
            raise ValueError(f'`on_finding` must be "warn", "raise" or a function, not {on_finding!r}')
        self.on_finding = on_finding
        self._settings = settings_for(os.getcwd())  # a mistake in them is told before the training
        self._stretch: Stretch | None = None

    @property
    def is_running(self) -> bool:
        return self._stretch is not None

    def start(self) -> None:
        if self._stretch is None:
            self._stretch = Stretch(self._settings)
            self._stretch.start()

    def end(self, log: Callable[[Told], None]) -> None:
        """The training ended well: what is wrong with it is logged, then told."""
        if self._stretch is not None:
            stretch, self._stretch = self._stretch, None
            told = stretch.about_trainings()
            stretch.stop()
            self._tell(told, log, self.on_finding)

    def failed(self, error: BaseException, log: Callable[[Told], None]) -> None:
        """The training raised: why is logged and told; the error itself goes on."""
        self._tell(self.about(error), log, "warn" if self.on_finding == "raise" else self.on_finding)

    def about(self, error: BaseException) -> Told:
        """Why the training raised, and no more is watched."""
        if self._stretch is None:
            return Told()
        stretch, self._stretch = self._stretch, None
        told = stretch.about_error(error)
        stretch.stop()
        return told

    def _tell(self, told: Told, log: Callable[[Told], None], on_finding: OnFinding) -> None:
        for failure in filter(None, (told.failure, _failure_of(log, told))):
            say_all(failure.rstrip("\n"))
        if callable(on_finding):
            for diagnostic in told.diagnostics:
                on_finding(Told((diagnostic,), told.sources, told.cwd))
        elif told.diagnostics:
            text = str(Told(told.diagnostics, told.sources, told.cwd))
            if on_finding == "raise":
                raise FindingsError(f"gradients were lost\n\n{text}")
            warnings.warn(FindingsWarning(f"gradients were lost\n\n{text}"), stacklevel=_level_of_user())


def _level_of_user() -> int:
    """The `stacklevel` with which our caller warns at the user's own line, `trainer.fit(…)`."""
    ownership, level, frame = Ownership(), 1, sys._getframe(1)
    while not ownership[frame.f_code.co_filename] and frame.f_back is not None:
        frame, level = frame.f_back, level + 1
    return level


def _failure_of(log: Callable[[Told], None], told: Told) -> str:
    """Log it; a logger that refuses what we give it ends no training. Returns a line about that."""
    try:
        log(told)
    except Exception as error:
        if os.environ.get("WHYGRAD_TESTING") == "1":
            raise
        return line_about(summary_of(error))
    return ""


def as_markdown(told: Told) -> str:
    """The text as a block of code, which TensorBoard shows as it is."""
    return "\n".join(f"    {line}" for line in str(told).splitlines())


def log_text(writer: Any, told: Told, step: int, run: str = "") -> None:
    """Give the text to TensorBoard's writer, MLflow's client or W&B's run, whichever this is."""
    if callable(add := getattr(writer, "add_text", None)):
        add(TEXT, as_markdown(told), step)
    elif callable(put := getattr(writer, "log_text", None)):
        put(run, str(told), f"{TEXT}.txt") if run else put(str(told), f"{TEXT}.txt")
