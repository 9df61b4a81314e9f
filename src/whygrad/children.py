"""Processes that the program starts: each records what it runs, and its failure is told by the first process.

What a child found reaches the parent as a saved Recording in a folder of their own.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from whygrad.internal_error import summary_of
from whygrad.interruptions.errors import hand_on
from whygrad.recording import Recording
from whygrad.source.budget import Budget
from whygrad.source.inquiry import Inquiry
from whygrad.whole_file import write_whole

if TYPE_CHECKING:
    from whygrad.session import Session

FAILED = ".failed"

LIBRARIES = ("torch.utils.data", "multiprocessing", "concurrent", "joblib")  # workers that compute no losses


class WatchedTarget:
    """Stands in for a child's target; pickled with it where the child does not share our memory."""

    def __init__(self, target: Callable[..., Any], folder: str) -> None:
        self.target = target
        self.folder = folder

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        with self._contained():
            self._start()
        try:
            out = self.target(*args, **kwargs)
        except Exception as error:
            with self._contained():
                self._save_failure(error)
            raise
        with self._contained():
            self._save_silent()
        return out

    @contextmanager
    def _contained(self) -> Iterator[None]:
        """Leave a failure of ours to the parent, which tells of it."""
        try:
            yield
        except Exception as error:
            hand_on(error)
            if os.environ.get("WHYGRAD_TESTING"):
                raise
            with suppress(OSError):
                write_whole(Path(self.folder) / f"{os.getpid()}{FAILED}", summary_of(error))

    def _session(self) -> Session:
        from whygrad.session import Session

        return Session.running or Session()  # a fork has inherited its parent's

    def _start(self) -> None:
        from whygrad.session import Session

        session = self._session()
        session.begin_anew()
        if Session.running is None:
            session.start()  # it stops as late as a child can: its traceback is printed before

    def _save_failure(self, error: Exception) -> None:
        session = self._session()
        recording = session.recording_of(error)
        if session.broken is not None:
            raise session.broken
        self._save(recording)

    def _save_silent(self) -> None:
        from whygrad.diagnose import diagnose, is_compared

        session = self._session()
        if session.broken is not None:
            raise session.broken
        inquiry = Inquiry(Budget())
        for number, recording in enumerate(session.silent()):
            # What there was no time for is left to the parent, and so is what it compares with other ranks.
            if is_compared(recording) or diagnose(recording, inquiry=inquiry) or inquiry.budget.is_spent:
                self._save(recording, f"-{number}")

    def _save(self, recording: Recording | None, suffix: str = "") -> None:
        if recording is not None:
            recording.save(Path(self.folder) / f"{os.getpid()}{suffix}.json")


class Children:
    """Wraps the targets of processes started while the recorder runs."""

    def __init__(self) -> None:
        self._folder: str | None = None
        self._process = os.getpid()
        self._failure: Exception | None = None

    def install(self, undo: ExitStack) -> None:
        original = BaseProcess.__dict__.get("start")
        wrapped = self._start(BaseProcess.start)
        BaseProcess.start = wrapped  # type: ignore[method-assign]
        undo.callback(setattr, BaseProcess, "start", original)

    def _start(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            try:
                for process in (*args, *kwargs.values()):
                    self._wrap(process)
            except Exception as error:  # it starts as it is
                hand_on(error)
                self._failure = self._failure or error
                if os.environ.get("WHYGRAD_TESTING"):
                    raise
            return original(*args, **kwargs)

        return start

    def _wrap(self, process: Any) -> None:
        target = process.__dict__.get("_target")  # a process class of another make has none
        # Of a class of the program's only the class is asked, not its object.
        named = target if type(target) is FunctionType else type(target)
        module = named.__module__ or ""
        if target is None or module.startswith(LIBRARIES):
            return
        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="whygrad-")
            atexit.register(self._remove, self._folder)
        if module == "torch.multiprocessing.spawn":  # it catches what its function raises
            function, *rest = process._args
            process._args = (WatchedTarget(function, self._folder), *rest)
        else:
            process._target = WatchedTarget(target, self._folder)

    def _remove(self, folder: str) -> None:
        """By whom it was made: a fork that ends by itself must leave it, and a `TemporaryDirectory` would not."""
        if os.getpid() == self._process:
            shutil.rmtree(folder, ignore_errors=True)

    def recordings(self) -> list[Recording]:
        """What the children saved, in the process that started them; raises what failed in them of ours."""
        if self._failure is not None:
            raise self._failure
        if self._folder is None or os.getpid() != self._process:
            return []
        folder, self._folder = self._folder, None
        try:
            failed = [file.read_text(encoding="utf-8") for file in sorted(Path(folder).glob(f"*{FAILED}"))]
            if failed:
                raise RuntimeError(f"in a process that the program started: {failed[0]}")
            found = [Recording.load(file) for file in sorted(Path(folder).glob("*.json"))]
        finally:
            self._remove(folder)
        return sorted(found, key=lambda r: str(r.query.rank))
