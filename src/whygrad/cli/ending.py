"""How a program ended, told to the world as `python` tells it."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass

from whygrad.error_text import text_of
from whygrad.own_frames import without_own_frames
from whygrad.render.out import error_stream


@dataclass(frozen=True)
class Ending:
    """What the program ended with: the exception that nobody caught, or None."""

    exception: BaseException | None

    @property
    def failure(self) -> BaseException | None:
        """The exception, unless it only asks to exit."""
        return None if isinstance(self.exception, SystemExit) else self.exception

    @property
    def gave_up(self) -> bool:
        """Did the program exit by itself, and say that it has failed?"""
        return isinstance(self.exception, SystemExit) and self.exception.code not in (None, 0)

    @property
    def error(self) -> str | None:
        """`TypeName: first line of the message`, or None where nothing failed."""
        if self.failure is None:
            return None
        name = type(self.failure).__name__
        message = text_of(self.failure)
        return f"{name}: {message.splitlines()[0]}" if message.strip() else name

    def report(self) -> int | None:
        """Write what Python writes on stderr at such an end; return what it exits with, None for death by SIGINT."""
        if self.exception is None:
            return 0
        if isinstance(self.exception, SystemExit):
            return _exit_code(self.exception)
        return _call_excepthook(self.exception)


def process_status(code: int | None) -> int:
    """The status that a shell sees after `sys.exit(code)`, or after SIGINT where the code is None."""
    if code is None:
        return 128 + signal.SIGINT
    if not -(2**63) <= code < 2**63:
        code = -1
    return code & (0xFFFFFFFF if os.name == "nt" else 0xFF)


def _exit_code(request: SystemExit) -> int:
    code: object = getattr(request, "code", request)
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code)
    _write_as_python(str(code))
    return 1


def _write_as_python(line: str) -> None:
    """Write what Python itself would: the program's words, as they are."""
    stream = error_stream()
    if stream is None:
        return
    try:
        print(line, file=stream, flush=True)
    except Exception:  # the program's own stream may raise anything
        return


def _call_excepthook(error: BaseException) -> int | None:
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except SystemExit as request:
        return _exit_code(request)
    except BaseException as second:
        without_own_frames(second)
        _write_as_python("Error in sys.excepthook:")
        sys.__excepthook__(type(second), second, second.__traceback__)
        _write_as_python("\nOriginal exception was:")
        sys.__excepthook__(type(error), error, error.__traceback__)
    # By exact type, as Python decides it.
    return None if type(error) is KeyboardInterrupt else 1
