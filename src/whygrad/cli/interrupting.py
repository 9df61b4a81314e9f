"""Signals while whygrad explains: the program has ended, and who asks to end now is answered at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

ASKING_TO_END = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
TIMERS = ("SIGALRM", "SIGVTALRM", "SIGPROF")  # set by a program that did not live to see them


class Stopped(BaseException):
    """Somebody asked to end."""


@contextmanager
def answering_signals() -> Iterator[None]:
    """Raise `Stopped` where a signal asks to end, and let no timer of the program end us; then all is as it was.

    Under plain Python the program would be gone, so its own handlers are not called, and its exit status stays.
    A signal that is ignored stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    explaining = True

    def stop(number: int, frame: FrameType | None) -> None:
        if explaining and signal.Signals(number).name in ASKING_TO_END:
            raise Stopped

    before: dict[int, Any] = {}
    try:
        for name in (*ASKING_TO_END, *TIMERS):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (None, signal.SIG_IGN):
                before[number] = signal.signal(number, stop)
        yield
    finally:
        explaining = False
        for number, handler in before.items():
            signal.signal(number, handler)
