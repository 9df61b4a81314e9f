"""Where the instructions of a code object stand in the text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, repeat
from types import CodeType

Position = tuple[int | None, int | None, int | None, int | None]  # line, end line, column, end column, in bytes
NOWHERE: Position = (None, None, None, None)


class Positions:
    """Of one code object. Python can only tell them one after the other, so those that were passed are kept."""

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self._rest = _positions(code)
        self._known: list[Position] = []

    def at(self, instruction: int) -> Position:
        """Of the instruction at a byte offset; before Python 3.11 only the line is known."""
        number = instruction // 2
        if number >= len(self._known):
            self._known += islice(self._rest, number + 1 - len(self._known))
        return self._known[number] if 0 <= number < len(self._known) else NOWHERE


def _positions(code: CodeType) -> Iterator[Position]:
    if hasattr(code, "co_positions"):  # from Python 3.11 on
        positions: Iterator[Position] = code.co_positions()
        return positions
    lines = code.co_lines()
    return chain.from_iterable(repeat((line, line, None, None), (end - start) // 2) for start, end, line in lines)
