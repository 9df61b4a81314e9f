"""Text as it is laid out: widths counted in terminal cells, lines wrapped, source lines made safe to show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from whygrad.safe_text import TAB, UNSAFE, escaped

Segment = tuple[str, str]  # text and its role: "error", "frame", "primary", ...
Line = tuple[Segment, ...]

# A word ends at a space, but not at one inside backticks.
_WORD = re.compile(r"(?:`[^`]*`|[^\s`]|`)+")


def expand(line: str) -> tuple[str, Sequence[int]]:
    """A source line as shown, and for each of its characters (and its end) the index in what is shown."""
    if not UNSAFE.search(line):
        return line, range(len(line) + 1)
    shown: list[str] = []
    index: list[int] = []
    length = cells = done = 0
    for match in UNSAFE.finditer(line):
        plain = line[done : match.start()]
        cells += cell_len(plain)
        special = " " * (TAB - cells % TAB) if match.group() == "\t" else escaped(match)
        index.extend(range(length, length + len(plain) + 1))
        shown += (plain, special)
        cells += len(special)
        length += len(plain) + len(special)
        done = match.end()
    rest = line[done:]
    index.extend(range(length, length + len(rest) + 1))
    return "".join([*shown, rest]), index


def wrap(text: str, room: int, first: int | None = None) -> list[str]:
    """Lines of at most `room` cells, the first of at most `first`; `code` is kept whole where it fits on a line."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        limit = room if first is None or lines else first
        lines.extend(_filled(paragraph.rstrip(), room, limit))
    return lines


def longest_word(text: str) -> int:
    """The cells of the longest word, which a narrower column would break."""
    return max(map(cell_len, _WORD.findall(text)), default=0)


def _filled(paragraph: str, room: int, limit: int) -> Iterator[str]:
    indent = paragraph[: len(paragraph) - len(paragraph.lstrip())][: room // 2]
    current, used = indent, len(indent)
    empty = True
    for word in _words(paragraph, room - len(indent)):
        cells = cell_len(word)
        if used + cells + (not empty) > limit and (not empty or limit < room):
            yield current.rstrip()
            current, used, empty, limit = indent, len(indent), True, room
        current += word if empty else f" {word}"
        used += cells + (not empty)
        empty = False
    yield current.rstrip()


def _words(paragraph: str, room: int) -> Iterator[str]:
    for word in _WORD.findall(paragraph):
        if cell_len(word) <= room:
            yield word
            continue
        for part in word.split():
            yield from _chopped(part, max(room, 1))


def _chopped(word: str, room: int) -> Iterator[str]:
    start = used = 0
    for position, character in enumerate(word):
        cells = cell_len(character)
        if used + cells > room and position > start:
            yield word[start:position]
            start, used = position, 0
        used += cells
    yield word[start:]
