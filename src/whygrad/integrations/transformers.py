"""`Trainer(callbacks=[WhygradCallback()])` of transformers: watches a training, and reports as the trainer does.

transformers is imported when `WhygradCallback` is first asked for.
"""

from __future__ import annotations

import importlib
import sys
from types import FrameType, TracebackType
from typing import Any

from whygrad.integrations.reporting import COUNT, OnFinding, Watched, log_text
from whygrad.integrations.stretch import Told
from whygrad.own_frames import ending_at_the_call
from whygrad.render.out import say_all

LAST = "train_runtime"  # the trainer logs it when all steps are done, while its reporters still listen
DEEP = 16  # frames between a callback and the trainer that calls it


def __getattr__(name: str) -> Any:
    if name != "WhygradCallback":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()["WhygradCallback"] = _callback_class()
    return made


def _callback_class() -> type:
    transformers: Any = importlib.import_module("transformers")

    class WhygradCallback(transformers.TrainerCallback):  # type: ignore[misc]
        """Watches `train` and tells, when it is over, which gradients were lost in it, and where.

        `on_finding` is "warn", "raise", or a function that gets each finding. What the trainer reports to gets the text
        and the count `whygrad/findings`. An error that ends the program is explained after its traceback.
        """

        def __init__(self, on_finding: OnFinding = "warn") -> None:
            __tracebackhide__ = True
            with ending_at_the_call():
                self._watched = Watched(on_finding)
            self._hook: _ExceptHook | None = None

        def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            self._watched.start()
            self._hook = _ExceptHook(self._watched)

        def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
            if LAST in (logs or ()):
                self._over(state, sys._getframe(1))

        def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            self._over(state, sys._getframe(1))

        def _over(self, state: Any, frame: FrameType | None) -> None:
            if self._hook is not None:
                self._hook.remove()
                self._hook = None
            if self._watched.is_running:
                trainer = _trainer_around(frame, transformers.Trainer)
                self._watched.end(lambda told: _log(trainer, state, told))

    WhygradCallback.__module__, WhygradCallback.__qualname__ = __name__, "WhygradCallback"
    return WhygradCallback


class _ExceptHook:
    """Explains the error that ends the program, after its traceback: a trainer tells its callbacks of none."""

    def __init__(self, watched: Watched) -> None:
        self._watched, self._before = watched, sys.excepthook
        sys.excepthook = self

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._before(kind, error, trace)
        if told := self._watched.about(error):
            say_all(f"\n{told}".rstrip("\n"))

    def remove(self) -> None:
        if sys.excepthook is self:
            sys.excepthook = self._before


def _trainer_around(frame: FrameType | None, kind: type) -> Any:
    """The trainer that calls its callbacks: it hands them all but itself."""
    for _ in range(DEEP):
        if frame is None:
            return None
        if isinstance(caller := frame.f_locals.get("self"), kind):
            return caller
        frame = frame.f_back
    return None


def _log(trainer: Any, state: Any, told: Told) -> None:
    if trainer is None:
        return
    trainer.log({COUNT: float(len(told.diagnostics))})
    if told.diagnostics:
        for callback in trainer.callback_handler.callbacks:
            for name in ("tb_writer", "_ml_flow"):
                log_text(getattr(callback, name, None), told, int(state.global_step))
            run = getattr(getattr(callback, "_wandb", None), "run", None)
            if run is not None:
                run.summary["whygrad"] = str(told)
