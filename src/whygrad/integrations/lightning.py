"""`Trainer(callbacks=[Whygrad()])`: watches a fit, and gives what it finds to the trainer's loggers.

Lightning is imported when `Whygrad` is first asked for.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from whygrad.integrations.reporting import COUNT, TEXT, OnFinding, Watched, log_text
from whygrad.integrations.stretch import Told
from whygrad.own_frames import ending_at_the_call

PACKAGES = ("lightning.pytorch", "pytorch_lightning")


def __getattr__(name: str) -> Any:
    if name != "Whygrad":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()["Whygrad"] = _callback_class()
    return made


def _callback_class() -> type:
    base: Any = _package().Callback

    class Whygrad(base):  # type: ignore[misc]
        """Watches `fit` and tells, when it is over, which gradients were lost in it, and where.

        `on_finding` is "warn", "raise", or a function that gets each finding. The trainer's loggers get the text and
        the count `whygrad/findings`.
        """

        def __init__(self, on_finding: OnFinding = "warn") -> None:
            __tracebackhide__ = True
            with ending_at_the_call():
                self._watched = Watched(on_finding)

        def setup(self, trainer: Any, pl_module: Any, stage: str) -> None:
            if stage == "fit":
                self._watched.start()

        def on_train_end(self, trainer: Any, pl_module: Any) -> None:
            self._watched.end(lambda told: _log(trainer, told))

        def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
            self._watched.failed(exception, lambda told: _log(trainer, told))

        def __getstate__(self) -> dict[str, Any]:
            return {"on_finding": self._watched.on_finding}  # a copy in another process watches for itself

        def __setstate__(self, state: dict[str, Any]) -> None:
            self._watched = Watched(state["on_finding"])

    Whygrad.__module__, Whygrad.__qualname__ = __name__, "Whygrad"
    return Whygrad


def _package() -> Any:
    """The one that the program has imported already, else the one that is there."""
    known = next((name for name in PACKAGES if name in sys.modules), "")
    for name in (known, *PACKAGES):
        if name:
            try:
                return importlib.import_module(name)
            except ModuleNotFoundError as error:
                if error.name != name.partition(".")[0]:
                    raise
    raise ModuleNotFoundError("whygrad.integrations.lightning needs the package `lightning`")


def _log(trainer: Any, told: Told) -> None:
    step = int(trainer.global_step)
    for logger in trainer.loggers:
        logger.log_metrics({COUNT: float(len(told.diagnostics))}, step)
        if not told.diagnostics:
            continue
        if callable(table := getattr(logger, "log_text", None)):  # W&B's
            table(TEXT, columns=[TEXT], data=[[str(told)]], step=step)
        else:
            log_text(logger.experiment, told, step, run=str(getattr(logger, "run_id", "") or ""))
