"""Ends at which Python does nothing more: `os._exit`, and SIGTERM where nobody handles it.

Who asked for a file of findings gets those that are known by then. The process ends as it would have.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from whygrad.interruptions import signals


@contextmanager
def telling_before(
    tell: Callable[[int, bool], None], contained: Callable[[], AbstractContextManager[None]]
) -> Iterator[None]:
    """While it is open, `tell` is called before such an end, with the exit status that a shell sees.

    And with whether the program says itself that it has failed. A fork of the program ends without a word. Failures of
    ours stay inside `contained`.
    """
    process, plainly = os.getpid(), os._exit

    def _exit(*args: Any, **kwargs: Any) -> Any:
        status = next((value for value in (*args, *kwargs.values()) if isinstance(value, int)), None)
        if os.getpid() == process and status is not None:
            with suppress(Exception):
                tell(status & 0xFF, status != 0)
        return plainly(*args, **kwargs)

    def terminated(number: int) -> None:
        if os.getpid() == process:
            tell(128 + number, False)

    undo = None
    with contained():
        if threading.current_thread() is threading.main_thread():
            undo = signals.before_default(signal.SIGTERM, terminated)
        os._exit = _exit
    try:
        yield
    finally:
        if os._exit is _exit:
            os._exit = plainly
        with contained():
            if undo is not None and os.getpid() == process:
                undo()
