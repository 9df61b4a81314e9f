"""A candidate change of the program, and a text with edits made in it."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from whygrad.diagnostic import Edit
from whygrad.place import Place

LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Change:
    """What to do in a few words, and the edits that do it."""

    title: str
    edits: tuple[Edit, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(edit.place.file for edit in self.edits))


class Unreadable(Exception):
    """A file that cannot be read as Python text."""


def decoded(content: bytes, file: str) -> tuple[str, str]:
    """The text of a Python file, with its own line ends, and its encoding."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise Unreadable(f"can't read {file!r}: {error}") from None


def lines_of(text: str) -> list[str]:
    """Lines with their ends, split only where Python splits them."""
    ends = [0, *(match.end() for match in LINE_END.finditer(text)), len(text)]
    return [text[a:b] for a, b in pairwise(ends) if b > a]


def edited(text: str, edits: Iterable[Edit]) -> str | None:
    """The text with all edits made, in the line ends that it has; None where two of them overlap."""
    starts = [0, *(match.end() for match in LINE_END.finditer(text)), len(text)]  # and the line behind the last
    spans = sorted(
        (_offset(starts, e.place.line, e.place.column), _offset(starts, *_end(e.place)), e.text) for e in edits
    )
    newline = _newline(text)
    parts: list[str] = []
    done = 0
    for start, end, new in spans:
        if start < done or end < start or end > len(text):
            return None
        parts += [text[done:start], new.replace("\n", newline)]
        done = end
    return "".join([*parts, text[done:]])


def _end(place: Place) -> tuple[int, int]:
    return place.end_line, place.end_column


def _offset(starts: list[int], line: int, column: int) -> int:
    return starts[min(line, len(starts)) - 1] + max(column - 1, 0)


def _newline(text: str) -> str:
    first = LINE_END.search(text)
    return first.group() if first else "\n"


def made_in(change: Change, texts: Mapping[str, str]) -> dict[str, str] | None:
    """The texts of the files that the change touches, as it leaves them; None where it does not fit."""
    made: dict[str, str] = {}
    for file in change.files:
        new = edited(texts[file], [e for e in change.edits if e.place.file == file]) if file in texts else None
        if new is None:
            return None
        if new != texts[file]:
            made[file] = new
    return made or None
