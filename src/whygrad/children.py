"""Processes that the program starts: each records what it runs, and its failure is told by the first process.

What a child found reaches the parent as a saved Recording in a folder of their own.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from whygrad.recording import Recording

LIBRARIES = ("torch.utils.data", "multiprocessing", "concurrent", "joblib")  # workers that compute no losses


class WatchedTarget:
    """Stands in for a child's target; pickled with it where the child does not share our memory."""

    def __init__(self, target: Callable[..., Any], folder: str) -> None:
        self.target = target
        self.folder = folder

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from whygrad.session import Session

        session = Session.running or Session()  # a fork has inherited its parent's
        session.begin_anew()
        if Session.running is None:
            session.start()
            Finalize(None, session.stop, exitpriority=0)  # as late as a child can: its traceback is printed before
        try:
            out = self.target(*args, **kwargs)
        except Exception as error:
            self._save(session.recording_of(error))
            raise
        from whygrad.diagnose import diagnose

        for number, recording in enumerate(session.silent()):
            if diagnose(recording):
                self._save(recording, f"-{number}")
        return out

    def _save(self, recording: Recording | None, suffix: str = "") -> None:
        if recording is not None:
            recording.save(Path(self.folder) / f"{os.getpid()}{suffix}.json")


class Children:
    """Wraps the targets of processes started while the recorder runs."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process = os.getpid()

    def install(self, undo: ExitStack) -> None:
        original = BaseProcess.__dict__.get("start")
        wrapped = self._start(BaseProcess.start)
        BaseProcess.start = wrapped  # type: ignore[method-assign]
        undo.callback(setattr, BaseProcess, "start", original)

    def _start(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start(process: Any) -> Any:
            try:
                self._wrap(process)
            except Exception:  # a process class of another make: it starts as it is
                if os.environ.get("WHYGRAD_TESTING"):
                    raise
            return original(process)

        return start

    def _wrap(self, process: Any) -> None:
        target = process._target
        module = getattr(target, "__module__", "") or ""
        if target is None or module.startswith(LIBRARIES):
            return
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="whygrad-")
        if module == "torch.multiprocessing.spawn":  # it catches what its function raises
            function, *rest = process._args
            process._args = (WatchedTarget(function, self._folder.name), *rest)
        else:
            process._target = WatchedTarget(target, self._folder.name)

    def recordings(self) -> list[Recording]:
        """What the children saved, in the process that started them."""
        if self._folder is None or os.getpid() != self._process:
            return []
        files = sorted(Path(self._folder.name).glob("*.json"))
        found = [Recording.load(file) for file in files]
        self._folder.cleanup()
        self._folder = None
        return sorted(found, key=lambda r: str(r.query.facts.get("rank", "")))
