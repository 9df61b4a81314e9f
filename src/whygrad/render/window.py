"""The part of a source line that fits: what is cut away is shown as `...`, and columns are counted in what is shown."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, product

from rich.cells import cell_len

DOTS = "..."
_MARGINS = (12, 3)  # characters that stay in sight on either side of a span; the widest for several spans
_SMALLEST = 8  # cells of a span that stay in sight however little room there is

Range = tuple[int, int]
Piece = tuple[int, int, str]


@dataclass(frozen=True)
class Window:
    """A line as it is shown; each piece is (first index, end index, what stands for it)."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(shown for _, _, shown in self.pieces)

    def columns(self, start: int, end: int) -> Range:
        """The cells of one of the spans that the line was fitted around, at least one."""
        first, last = self._column(start, ends=False), self._column(end, ends=True)
        return first, max(last, first + 1)

    def _column(self, index: int, ends: bool) -> int:
        column = 0
        for first, end, shown in self.pieces:
            if index < end or (ends and index == end):
                return column + cell_len(shown[: index - first])
            column += cell_len(shown)
        return column


def fit(text: str, spans: Sequence[Range], room: int) -> Window:
    """The whole line where it fits into `room` cells, else the spans and what stands around them."""
    if cell_len(text) <= room:
        return Window(((0, len(text), text),))
    cells: Sequence[int] = range(len(text) + 1)
    if not text.isascii():
        cells = [0, *accumulate(map(cell_len, text))]
    return _window(text, _widened(_kept(spans, cells, room), cells, room))


def _kept(spans: Sequence[Range], cells: Sequence[int], room: int) -> list[Range]:
    """The spans with a little around them, the long ones cut in their middle, as little as will do."""
    if not spans:
        return [(0, 0)]
    margins = _MARGINS if spans[1:] else _MARGINS[1:]
    for cap, margin in [*product(range(room, _SMALLEST, -2), margins), (_SMALLEST, 0)]:
        kept = _merged([part for span in spans for part in _ends(span, cap, margin, cells)], cells)
        if _used(kept, cells) <= room:
            break
    return kept


def _ends(span: Range, cap: int, margin: int, cells: Sequence[int]) -> list[Range]:
    start, end = span
    first = _not_combining(max(start - margin, 0), start, cells)
    last = min(end + margin, len(cells) - 1)
    if cells[end] - cells[start] <= cap:
        return [(first, last)]
    head = bisect_right(cells, cells[start] + cap // 2) - 1
    tail = _not_combining(bisect_left(cells, cells[end] - cap // 2), end, cells)
    return [(first, head), (tail, last)]


def _not_combining(index: int, end: int, cells: Sequence[int]) -> int:
    # A cut before an accent would put the accent on the dots.
    while index < end and cells[index + 1] == cells[index]:
        index += 1
    return index


def _merged(ranges: list[Range], cells: Sequence[int]) -> list[Range]:
    merged: list[Range] = []
    for start, end in sorted(ranges):
        if merged and cells[start] - cells[merged[-1][1]] <= len(DOTS):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _used(kept: list[Range], cells: Sequence[int]) -> int:
    gaps = len(kept) - 1 + (kept[0][0] > 0) + (kept[-1][1] < len(cells) - 1)
    return sum(cells[end] - cells[start] for start, end in kept) + gaps * len(DOTS)


def _widened(kept: list[Range], cells: Sequence[int], room: int) -> list[Range]:
    """Spend the cells that are left on what stands before and after; labels need the room to the right."""
    slack = max(room - _used(kept, cells), 0)
    start, end = kept[0][0], kept[-1][1]
    before, after = cells[start], cells[-1] - cells[end]
    left = before if before <= slack * 2 // 3 else slack // 3
    right = min(after, slack - left)
    first = _not_combining(bisect_left(cells, before - left), start, cells)
    last = bisect_right(cells, cells[end] + right) - 1
    first = 0 if cells[first] <= len(DOTS) else first
    last = len(cells) - 1 if cells[-1] - cells[last] <= len(DOTS) else last
    if len(kept) == 1:
        return [(first, last)]
    return [(first, kept[0][1]), *kept[1:-1], (kept[-1][0], last)]


def _window(text: str, kept: list[Range]) -> Window:
    pieces: list[Piece] = []
    position = 0
    for start, end in kept:
        if start > position:
            pieces.append((position, start, DOTS))
        pieces.append((start, end, text[start:end]))
        position = end
    if position < len(text):
        pieces.append((position, len(text), DOTS))
    return Window(tuple(pieces))
