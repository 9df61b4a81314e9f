"""Signal handlers of the program's wait while our own code runs, and run where it ends.

A handler runs between two instructions of the main thread, whosever they are. In the middle of ours it would meet a
state that no program is in (functions of torch switched off, a note half made), and what it raises would look like a
failure of ours. So the interpreter is given a `Held` in the place of each handler: it looks at the frame that was
interrupted, and where a `section` is on the stack it leaves the call to the end of that section. Sections are short,
and nothing of the program's own runs in them. `signal.signal` and `signal.getsignal` know of the program's handlers
alone.

The same signal, met again while it waits, is one signal: so does the operating system count them.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import functools
import os
import signal
import threading
from collections.abc import Callable
from sys import _getframe
from types import CodeType, FrameType
from typing import Any, TypeVar

from whygrad.interruptions.errors import OURS, callers

Act = TypeVar("Act", bound=Callable[..., Any])

waiting: dict[int, Any] = {}  # signal -> the handler that is still to be called for it
in_c: list[Callable[[], bool]] = []  # tells whether C works for us in this thread, where there is no frame of it
_sections: set[CodeType] = set()
_sessions = 0
_plain_signal, _plain_getsignal = _signal.signal, _signal.getsignal


def marks_section(function: Act) -> Act:
    """While the function runs, handlers wait; it calls `release` itself when something does."""
    _sections.add(function.__code__)
    return function


def section(function: Act) -> Act:
    """While the function runs, handlers wait; when it is over they are called."""

    @functools.wraps(function)
    def whole(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        finally:
            if waiting:
                release()

    marks_section(function)
    return whole  # type: ignore[return-value]


def release() -> None:
    """Call the handlers that wait, unless another section is around the one that ends."""
    if not _is_main_thread() or is_in_section(_getframe(1).f_back):
        return
    _call_waiting(_outside(_getframe(1)))


def _call_waiting(frame: FrameType | None) -> None:
    while waiting:
        number = min(waiting)
        handler = waiting.pop(number)
        try:
            handler(number, frame)
        except BaseException:
            _call_waiting(frame)  # the interpreter, too, calls the others although one has raised
            raise


def is_in_section(frame: FrameType | None) -> bool:
    """Does our own code run inside of this frame's call, or around it? What `release` calls is the program's again."""
    if any(asked() for asked in in_c):
        return True
    while frame is not None and frame.f_code is not release.__code__:
        if frame.f_code in _sections:
            return True
        frame = frame.f_back
    return False


def _outside(frame: FrameType | None) -> FrameType | None:
    """The innermost frame that is not ours."""
    while frame is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    return frame


class Held:
    """Stands for a handler of the program's in the interpreter's own table."""

    __slots__ = ("handler",)

    def __init__(self, handler: Any) -> None:
        self.handler = handler

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if is_in_section(frame):
            waiting[number] = self.handler
        else:
            self.handler(number, _outside(frame))


class BeforeDefault(Held):
    """Stands for the system's own way to end the process; `act` is called first."""

    __slots__ = ("act",)

    def __init__(self, act: Callable[[int], None]) -> None:
        super().__init__(_signal.SIG_DFL)
        self.act = act

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if is_in_section(frame):
            waiting[number] = self._end
        else:
            self._end(number, frame)

    def _end(self, number: int, frame: FrameType | None) -> None:
        _plain_signal(number, _signal.SIG_DFL)
        try:
            self.act(number)
        finally:
            _plain_signal(number, _signal.SIG_DFL)
            os.kill(os.getpid(), number)


def before_default(number: int, act: Callable[[int], None]) -> Callable[[], None] | None:
    """Have `act` called before the signal ends the process; nothing where the program has its own way with it.

    Returns the undo. `signal.getsignal` tells of nothing.
    """
    if _plain_getsignal(number) is not _signal.SIG_DFL:
        return None
    ours = BeforeDefault(act)
    _plain_signal(number, ours)
    is_wanted = True

    def undo() -> None:
        nonlocal is_wanted
        is_wanted = False
        before_fork()

    def before_fork() -> None:
        if _plain_getsignal(number) is ours and _is_main_thread():
            _plain_signal(number, _signal.SIG_DFL)

    def after_fork() -> None:
        if is_wanted and _plain_getsignal(number) is _signal.SIG_DFL and _is_main_thread():
            _plain_signal(number, ours)

    if hasattr(os, "register_at_fork"):
        # Python forgets signals that come to a child before it has begun, and those that nobody handles must end it.
        os.register_at_fork(before=before_fork, after_in_parent=after_fork)
    return undo


def _is_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


callers.update((Held.__call__.__code__, BeforeDefault.__call__.__code__, _call_waiting.__code__))


def _set(number: Any, handler: Any, /) -> Any:
    """In the place of `_signal.signal`, by which `signal.signal` sets a handler."""
    return _shown(_plain_signal(number, Held(handler) if callable(handler) else handler))


def _get(number: Any, /) -> Any:
    return _shown(_plain_getsignal(number))


def _shown(handler: Any) -> Any:
    return handler.handler if isinstance(handler, Held) else handler


def install() -> Callable[[], None]:
    """Hold back the handlers that there are and those that will be; returns the undo. Several sessions may ask."""
    global _sessions
    _sessions += 1
    if _sessions == 1:
        _signal.signal, _signal.getsignal = _set, _get
        _change_all(lambda handler: Held(handler) if callable(handler) else None)
    return _uninstall


def _uninstall() -> None:
    global _sessions
    _sessions -= 1
    if not _sessions:
        _change_all(lambda handler: handler.handler if isinstance(handler, Held) else None)
        _signal.signal, _signal.getsignal = _plain_signal, _plain_getsignal


def _change_all(change: Callable[[Any], Any]) -> None:
    """Python lets handlers be set in the main thread alone; elsewhere those that are there stay."""
    if _is_main_thread():
        for number in signal.valid_signals():
            changed = change(_plain_getsignal(number))
            if changed is not None:
                _plain_signal(number, changed)
