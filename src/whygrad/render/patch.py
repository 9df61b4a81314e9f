"""A suggested change of the source, drawn as the lines it removes and adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from whygrad.diagnostic import Edit
from whygrad.recording import Place
from whygrad.render.frame import Frame
from whygrad.render.text import Line, expand
from whygrad.render.window import fit
from whygrad.source.files import SourceFiles


@dataclass(frozen=True)
class Hunk:
    """The lines from `number` on that are replaced, and what replaces them."""

    number: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def hunks_of(edits: Sequence[Edit], sources: SourceFiles) -> list[Hunk]:
    """The changes line by line; none where they cannot be drawn truly (several files, unknown places, overlaps)."""
    ordered = sorted(edits, key=lambda edit: _start(edit.place))
    files = {edit.place.file for edit in ordered}
    if len(files) != 1 or not all(_lies_in(edit.place, sources) for edit in ordered):
        return []
    if any(_start(b.place) < _end(a.place) for a, b in pairwise(ordered)):
        return []
    groups: list[list[Edit]] = []
    for edit in ordered:
        if groups and edit.place.line <= groups[-1][-1].place.end_line:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    hunks = [_hunk(group, sources) for group in groups]
    return [hunk for hunk in hunks if hunk.old or hunk.new]


def _start(place: Place) -> tuple[int, int]:
    return place.line, place.column


def _end(place: Place) -> tuple[int, int]:
    return place.end_line, place.end_column


def _lies_in(place: Place, sources: SourceFiles) -> bool:
    if not sources.text(place.file) or not 0 < place.line <= place.end_line <= len(sources.lines(place.file)):
        return False
    first, last = sources.line(place.file, place.line), sources.line(place.file, place.end_line)
    return 0 < place.column <= len(first) + 1 and 0 < place.end_column <= len(last) + 1 and _start(place) <= _end(place)


def _hunk(edits: Sequence[Edit], sources: SourceFiles) -> Hunk:
    file, number = edits[0].place.file, edits[0].place.line
    old = [sources.line(file, n) for n in range(number, edits[-1].place.end_line + 1)]
    text, begin = "\n".join(old), 0
    parts: list[str] = []
    for edit in edits:
        parts += [text[begin : _offset(old, number, _start(edit.place))], edit.text]
        begin = _offset(old, number, _end(edit.place))
    new = "".join([*parts, text[begin:]]).replace("\r\n", "\n").split("\n")
    same = _common(old, new)
    old, new = old[same:], new[same:]
    tail = _common(old[::-1], new[::-1])
    kept = new[: len(new) - tail]
    # A statement that was taken out leaves its indentation behind; that is not worth a line.
    if not "".join(kept).strip():
        kept = []
    return Hunk(number + same, tuple(old[: len(old) - tail]), tuple(kept))


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """How many items both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))


def _offset(lines: Sequence[str], number: int, position: tuple[int, int]) -> int:
    line, column = position
    return sum(len(text) + 1 for text in lines[: line - number]) + column - 1


def draw(frame: Frame, hunks: Sequence[Hunk]) -> Iterator[Line]:
    """The removed lines with `-` and the added ones with `+`, each with its number."""
    end: int | None = None
    for hunk in hunks:
        if end is not None and hunk.number > end:
            yield frame.gap()
        old, new = _focus(hunk)
        for sign, lines, focus in (("-", hunk.old, old), ("+", hunk.new, new)):
            for offset, line in enumerate(lines):
                shown, index = expand(line.rstrip())
                last = len(index) - 1
                spans = [(index[min(focus[0], last)], index[min(focus[1], last)])] if focus else []
                yield frame.change(hunk.number + offset, sign, fit(shown, spans, frame.room).text)
        end = hunk.number + len(hunk.old)


def _focus(hunk: Hunk) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Where one line replaces one line, the characters that differ: long lines are cut around them."""
    if len(hunk.old) != 1 or len(hunk.new) != 1:
        return None, None
    old, new = hunk.old[0], hunk.new[0]
    start = _common(old, new)
    tail = _common(old[start:][::-1], new[start:][::-1])
    return (start, len(old) - tail), (start, len(new) - tail)
