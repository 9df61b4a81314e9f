"""Text that is safe to show: control characters made visible, widths counted in terminal cells, lines wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

Segment = tuple[str, str]  # text and its role: "error", "frame", "primary", ...
Line = tuple[Segment, ...]

TAB = 4

# Controls, bidirectional overrides, invisible and line-separating characters, halves of surrogate pairs. The joiners
# U+200C and U+200D stay: emoji and several scripts are written with them.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
# A word ends at a space, but not at one inside backticks.
_WORD = re.compile(r"(?:`[^`]*`|[^\s`]|`)+")


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The text with everything that could move the cursor or start an escape sequence spelled out."""
    return _UNSAFE.sub(_escaped, text)


def prose(text: str) -> str:
    """As `one_line`, but line breaks stay and tabs become spaces."""
    lines = text.replace("\r\n", "\n").replace("\t", " " * TAB).split("\n")
    return "\n".join(one_line(line) for line in lines)


def expand(line: str) -> tuple[str, Sequence[int]]:
    """A source line as shown, and for each of its characters (and its end) the index in what is shown."""
    if not _UNSAFE.search(line):
        return line, range(len(line) + 1)
    shown: list[str] = []
    index: list[int] = []
    length = cells = done = 0
    for match in _UNSAFE.finditer(line):
        plain = line[done : match.start()]
        cells += cell_len(plain)
        special = " " * (TAB - cells % TAB) if match.group() == "\t" else _escaped(match)
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
