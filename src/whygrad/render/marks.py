"""What stands under a source line: the marks of its spans and their labels, tied together by `|` where needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from whygrad.render.text import Line, Segment, longest_word, wrap

_ENOUGH = 24  # cells in which a label can be wrapped and still be read
_LEAST = 8


@dataclass(frozen=True)
class Mark:
    """The cells from `start` to `end` (exclusive) of a shown line, with what is said about them."""

    start: int
    end: int
    text: str
    primary: bool

    @property
    def role(self) -> str:
        return "primary" if self.primary else "secondary"

    def fits(self, room: int) -> bool:
        longest = max(cell_len(line) for line in self.text.split("\n"))
        return room >= min(longest, max(_ENOUGH, longest_word(self.text)))


Piece = tuple[int, str, str]  # column, text, role


def draw(marks: Sequence[Mark], room: int) -> list[Line]:
    """The lines under a source line that is shown in `room` cells."""
    labelled = sorted((m for m in marks if m.text), key=lambda m: (-m.start, not m.primary))
    underline = _underline(marks)
    if not labelled or not _stands_beside(labelled[0], marks, room):
        return [compose(underline), *_hanging(labelled, room)]
    beside, *below = labelled
    column = beside.end + 1
    first, *rest = wrap(beside.text, room - column)
    rows = [compose([*underline, (column, first, beside.role)])]
    rows += [compose([(column, line, beside.role), *_ties(below)]) for line in rest]
    return rows + _hanging(below, room)


def _stands_beside(mark: Mark, marks: Sequence[Mark], room: int) -> bool:
    alone = all(other is mark or other.end <= mark.start for other in marks)
    return alone and mark.fits(room - mark.end - 1)


def _underline(marks: Sequence[Mark]) -> list[Piece]:
    signs: dict[int, tuple[str, str]] = {}
    for mark in sorted(marks, key=lambda m: m.primary):
        sign = ("^" if mark.primary else "-", mark.role)
        signs.update((column, sign) for column in range(mark.start, mark.end))
    return [(column, *signs[column]) for column in sorted(signs)]


def _hanging(labelled: Sequence[Mark], room: int) -> list[Line]:
    """Labels below the marks: from right to left, and then those for which there was no room to the right."""
    if not labelled:
        return []
    ordered = _in_order(labelled, room)
    rows = [compose(_ties(labelled))]
    for position, (mark, limit) in enumerate(ordered):
        ties = _ties(later for later, _ in ordered[position + 1 :])
        column = mark.start
        if mark.fits(limit - column):
            lines = wrap(mark.text, limit - column)
        else:
            lines = wrap(mark.text, max(limit, _LEAST))
            column = min(column, max(limit - max(cell_len(line) for line in lines), 0))
        rows += [compose([(column, line, mark.role), *ties]) for line in lines]
    return rows


def _in_order(labelled: Sequence[Mark], room: int) -> list[tuple[Mark, int]]:
    """Marks in the order in which their labels are drawn, each with the column before which its text must end.

    A label too near the right edge is moved to the left, so it is drawn after all whose ties it would cross.
    """
    early: list[tuple[Mark, int]] = []
    late: list[tuple[Mark, int]] = []
    for mark in labelled:
        limit = next((later.start - 1 for later, _ in late if later.start > mark.start), room)
        if mark.fits(limit - mark.start):
            early.append((mark, limit))
        else:
            late.insert(0, (mark, limit))
    return early + late


def _ties(marks: Iterable[Mark]) -> list[Piece]:
    # Of two labels at one column the primary one colours the tie.
    by_column = {mark.start: mark.role for mark in sorted(marks, key=lambda m: m.primary)}
    return [(column, "|", role) for column, role in by_column.items()]


def compose(pieces: Sequence[Piece]) -> Line:
    """One line of pieces at their columns; of two that overlap, the left one, or the one given first, is drawn."""
    segments: list[Segment] = []
    position = 0
    for column, text, role in sorted(pieces, key=lambda piece: piece[0]):
        if column < position:
            continue
        if column > position:
            segments.append((" " * (column - position), ""))
        if segments and segments[-1][1] == role:
            segments[-1] = (segments[-1][0] + text, role)
        else:
            segments.append((text, role))
        position = column + cell_len(text)
    return tuple(segments)
