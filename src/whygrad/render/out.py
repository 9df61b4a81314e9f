"""The only way out to a terminal. Whatever comes here is spelled out where it could move the cursor or deceive.

Colours are put in here too, so that an escape sequence that reaches the terminal is one of these.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from whygrad.safe_text import one_line, prose

Styled = Sequence[tuple[str, str]]  # a line: texts, each with its style

WIDTH = 100


def say(line: str) -> None:
    """Write one line on stderr where there is still one, and never fail."""
    stream = error_stream()
    if stream is None:
        return
    try:
        stream.write(_encodable(one_line(line), stream) + "\n")
        stream.flush()
    except Exception:  # the program's own stream may raise anything
        return


def say_all(text: str) -> None:
    """Write several lines on stderr where there is still one, and never fail."""
    stream = error_stream()
    try:
        if stream is not None:
            write(text + "\n", stream)
            stream.flush()
    except Exception:  # the program's own stream may raise anything
        return


def write(text: str, stream: TextIO) -> None:
    """Write text of several lines."""
    stream.write(_encodable(prose(text), stream))


def write_lines(lines: Iterable[Styled], stream: TextIO) -> None:
    """Write lines, in colour where the stream is a terminal and the user did not ask for none."""
    if not _wants_colour(stream):
        stream.write("".join(_encodable("".join(one_line(text) for text, _ in line), stream) + "\n" for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=stream,
        force_terminal=True,
        force_jupyter=False,
        color_system="standard",
        no_color=False,
        width=width_of(stream),
        highlight=False,
        markup=False,
        emoji=False,
    )
    for line in lines:
        drawn = Text(end="")
        for text, style in line:
            drawn.append(_encodable(one_line(text), stream), style)
        console.print(drawn, soft_wrap=True)


def write_page(page: str, stream: TextIO) -> None:
    """Write a page of Markdown, drawn where the stream is a terminal."""
    if not stream.isatty():
        write(page.rstrip("\n") + "\n", stream)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=stream).print(Markdown(prose(page)))


def error_stream() -> TextIO | None:
    """Where a traceback would go now, or the first stderr where the program has taken that away, or None."""
    for stream in (getattr(sys, "stderr", None), sys.__stderr__):
        if stream is not None and hasattr(stream, "write") and not getattr(stream, "closed", False):
            return stream
    return None


def is_terminal() -> bool:
    """Does somebody read stderr as it is written?"""
    stream = error_stream()
    try:
        return stream is not None and stream.isatty()
    except Exception:  # the program's own stream may raise anything
        return False


def width_of(stream: TextIO) -> int:
    if not stream.isatty():
        return WIDTH
    try:
        return os.get_terminal_size(stream.fileno()).columns or WIDTH
    except (OSError, ValueError):
        return WIDTH


def _wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _encodable(text: str, stream: TextIO) -> str:
    """The text with what the stream's encoding lacks spelled out: a failed write would be the user's failure."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    missing = "replace" if getattr(stream, "errors", None) == "replace" else "backslashreplace"
    return text.encode(encoding, missing).decode(encoding)
