"""Our frames taken out of an exception's traceback, where nobody shows it by way of a function that we can ask.

Python itself prints what nobody has caught, in C; what comes out of the program, or out of a block that is watched, has
the program's own lines alone.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from types import TracebackType

# The ends of the files through which a call of torch comes to a mode; the recorder itself is not to be loaded here.
HAND_OVERS = (os.path.join("torch", "overrides.py"), os.path.join("whygrad", "record", "hotpath", "handing_over.py"))
PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def without_own_frames(error: BaseException) -> None:
    """Take whygrad's entries out of the tracebacks of an exception and of all that it came from.

    What the program has made of an exception may refuse to be asked; then the entries stay.
    """
    with contextlib.suppress(Exception):
        _take_out(error)


class ending_at_the_call:
    """What is raised in such a block (a refusal, a failed expectation) shows where we were called, not how we work."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if error is not None:
            without_own_frames(error)


def _take_out(error: BaseException) -> None:
    seen: set[int] = set()
    waiting: list[BaseException] = [error]
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        current.__traceback__ = _relinked(current.__traceback__)
        waiting.extend(_origins(current))


def _origins(error: BaseException) -> Iterator[BaseException]:
    nested = getattr(error, "exceptions", ()) if type(error).__name__.endswith("ExceptionGroup") else ()
    for origin in (error.__cause__, error.__context__, *nested):
        if isinstance(origin, BaseException):
            yield origin


def _relinked(first: TracebackType | None) -> TracebackType | None:
    kept: list[TracebackType] = []
    detour = False
    entry = first
    while entry is not None:
        # A torch function in Python reaches a mode as: itself, `handle_torch_function`, the mode, itself again.
        if _hands_over_to_a_mode(entry) and _is_ours(entry.tb_frame.f_locals.get("mode")):
            detour = True  # to the compiled mode, which has no entry of its own
        elif entry.tb_frame.f_code.co_filename.startswith(PACKAGE):
            if kept and _hands_over_to_a_mode(kept[-1]):
                kept.pop()
                detour = True
        else:
            if detour:
                _forget_the_first_call(kept, entry)
            detour = False
            kept.append(entry)
        entry = entry.tb_next
    following: TracebackType | None = None
    for entry in reversed(kept):
        entry.tb_next = following
        following = entry
    return following


def _forget_the_first_call(kept: list[TracebackType], again: TracebackType) -> None:
    """Of a call that is there twice; one that chose between two, as `F.max_pool1d` does, is outside the chosen one."""
    for number in (1, 2):
        if len(kept) >= number and kept[-number].tb_frame.f_code is again.tb_frame.f_code:
            del kept[-number:]
            return


def _hands_over_to_a_mode(entry: TracebackType) -> bool:
    """By torch's own function, or by the one that `record/hotpath/handing_over.py` puts in its place."""
    code = entry.tb_frame.f_code
    return code.co_name == "handle_torch_function" and code.co_filename.endswith(HAND_OVERS)


def _is_ours(mode: object) -> bool:
    return type(mode).__module__.partition(".")[0] == __name__.partition(".")[0]
